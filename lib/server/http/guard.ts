import { subscribe } from 'node:diagnostics_channel';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../contracts/errors.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';

/** The shape that Node publishes. */
interface RequestStart {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

/** The longest pause within a body, while it is read and once it is answered. Slow uploads may take longer as a whole. */
const bodyPausesMs = { unanswered: 30_000, answered: 5_000 };

/**
 * Guards all HTTP servers of this process. It answers requests that Node's parser refuses, and TRACE, in our error format, and
 * closes connections whose body stops arriving. Without a trusted proxy it appends the socket's address to X-Forwarded-For.
 */
export function guardHttpServers(pausesMs = bodyPausesMs): void {
  const knownServers = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as RequestStart;
    if (!knownServers.has(server)) server.on('clientError', refuseRequest);
    knownServers.add(server);
    if (env().TRUSTED_PROXIES === 0) appendSocketAddress(request);
    closeStalled(request, response, pausesMs);
    if (request.method === 'TRACE') endWithError(request.socket, new AppError('method_not_allowed'));
  });
}

/** Node alone waits five minutes for a body, even if the answer did not need it. */
function closeStalled(
  request: IncomingMessage,
  response: ServerResponse,
  pausesMs: typeof bodyPausesMs,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  // Node emits this timeout on the request only while the body is incomplete.
  request.setTimeout(pausesMs.unanswered, () => {
    if (response.headersSent) request.socket.destroy();
    else endWithError(request.socket, new AppError('bad_request', { detail: 'The body broke off.' }), 408);
  });
  // Without a listener Node would close a complete request that waits for its answer.
  response.on('timeout', () => {});
  // The rest is read: browsers look at the answer only after they have sent everything.
  response.once('close', () => request.complete || request.resume().setTimeout(pausesMs.answered));
}

let hasWarned = false;

/** Without a proxy the header comes from the client, and Next passes it on. The last entry must be the socket's. */
function appendSocketAddress({ headers, socket }: IncomingMessage): void {
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor === undefined) return;
  headers['x-forwarded-for'] = `${String(forwardedFor)}, ${socket.remoteAddress ?? ''}`;
  if (hasWarned) return;
  hasWarned = true;
  const hint =
    'If a proxy has sent it, set TRUSTED_PROXIES: all its visitors share the limits of one address.';
  log.warn('forwarded_for_ignored', { hint });
}

function refuseRequest({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === 'ECONNRESET') socket.destroy();
  else if (code === 'HPE_HEADER_OVERFLOW') endWithError(socket, new AppError('too_large'), 431);
  else endWithError(socket, new AppError('bad_request'), code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400);
}

function endWithError(socket: Duplex, error: AppError, status: number = error.status): void {
  const body = JSON.stringify(error.body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
