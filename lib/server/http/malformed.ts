import { subscribe } from 'node:diagnostics_channel';
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../contracts/errors.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log.ts';

/** The shape that Node publishes. */
interface RequestStart {
  request: IncomingMessage;
  server: Server;
}

/**
 * Answers requests that Node's parser refuses, and TRACE, in our error format. Without a trusted proxy it appends the socket's
 * address.
 */
export function answerMalformed(): void {
  const known = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as RequestStart;
    if (!known.has(server)) server.on('clientError', refuse);
    known.add(server);
    if (env().TRUSTED_PROXIES === 0) nameSocket(request);
    if (request.method === 'TRACE') end(request.socket, new AppError('method_not_allowed'));
  });
}

let isWarned = false;

/** Without a proxy the header comes from the client, and Next keeps it. The last entry must be the socket's. */
function nameSocket({ headers, socket }: IncomingMessage): void {
  const claimed = headers['x-forwarded-for'];
  if (claimed === undefined) return;
  headers['x-forwarded-for'] = `${String(claimed)}, ${socket.remoteAddress ?? ''}`;
  if (isWarned) return;
  isWarned = true;
  const hint =
    'If a proxy has sent it, set TRUSTED_PROXIES: all its visitors share the limits of one address.';
  log.warn('forwarded_for_ignored', { hint });
}

function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === 'ECONNRESET') socket.destroy();
  else if (code === 'HPE_HEADER_OVERFLOW') end(socket, new AppError('too_large'), 431);
  else end(socket, new AppError('bad_request'), code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400);
}

function end(socket: Duplex, error: AppError, status: number = error.status): void {
  const body = JSON.stringify(error.body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
