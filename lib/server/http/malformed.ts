import { subscribe } from 'node:diagnostics_channel';
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../contracts/errors.ts';

/** As Node publishes it. */
interface RequestStart {
  request: IncomingMessage;
  server: Server;
}

/**
 * Answers in our shape of an error what the framework never sees, or has no request object for: what Node's parser refuses, and TRACE.
 * To be called once as the server starts; Node names each server with its first request.
 */
export function answerMalformed(): void {
  const known = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as RequestStart;
    if (!known.has(server)) server.on('clientError', refuse);
    known.add(server);
    if (request.method === 'TRACE') end(request.socket, new AppError('method_not_allowed'));
  });
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
