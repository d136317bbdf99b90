import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientAddress } from './address.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { guardHttpServers } from './guard.ts';

vi.stubEnv('TRUSTED_PROXIES', '0');
const pausesMs = { unanswered: 4_000, answered: 200 };
guardHttpServers(pausesMs);

test('requests that the parser refuses, and TRACE, get an error in the common shape', async () => {
  // Fails at TRACE, as Next does.
  const server = await startLoopbackServer(async ({ method, url }, response) => {
    await new Promise(setImmediate);
    if (method === 'TRACE') response.statusCode = 500;
    response.end(url);
  });
  const port = Number(new URL(server.url).port);
  const answerTo = async (request: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.end(`${request}\r\n\r\n`);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return [head.split(' ')[1], body];
  };
  const errorBody = (code: string) => expect.stringMatching(new RegExp(`^{"detail":".+","code":"${code}"}$`));

  expect(await answerTo('GET /a HTTP/1.1\r\nHost: x\r\nConnection: close')).toEqual([
    '200',
    expect.any(String),
  ]);
  expect(await answerTo('GET /a HTTP/1.1\r\nHost: x\r\nBad Header: y')).toEqual([
    '400',
    errorBody('bad_request'),
  ]);
  expect(await answerTo('nonsense')).toEqual(['400', errorBody('bad_request')]);
  expect(await answerTo(`GET /a HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(100_000)}`)).toEqual([
    '431',
    errorBody('too_large'),
  ]);
  expect(await answerTo('TRACE /a HTTP/1.1\r\nHost: x')).toEqual(['405', errorBody('method_not_allowed')]);
  expect(await answerTo('GET /b HTTP/1.1\r\nHost: x\r\nConnection: close')).toEqual([
    '200',
    expect.any(String),
  ]);
  server.stop();
});

test('without a proxy the client’s address is its socket’s, whatever the header contains', async () => {
  const { url, stop } = await startLoopbackServer(({ headers }, response) => {
    const named = headers['x-forwarded-for'];
    response.end(clientAddress(new Headers(named === undefined ? {} : { 'x-forwarded-for': String(named) })));
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const claimed of ['203.0.113.7', '203.0.113.8']) {
    const answer = await fetch(url, { headers: { 'x-forwarded-for': claimed } });
    expect(await answer.text()).toBe('127.0.0.1');
  }
  // A forwarded address without TRUSTED_PROXIES is logged once.
  expect(stderr.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/"event":"forwarded_for_ignored".*set TRUSTED_PROXIES/),
  ]);
  stop();
});

describe('a stalled body', () => {
  const bodyBytes = 10;

  /** Sends a request and a byte of its body at each interval. Resolves with the answer once the connection is closed. */
  async function send(url: string, path: string, everyMs?: number): Promise<string> {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`POST /${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
    let sent = 0;
    const sending = everyMs && setInterval(() => sent++ < bodyBytes && socket.write('x'), everyMs);
    // The server resets a connection that it closes with part of the request unread.
    socket.on('error', () => {});
    const parts: string[] = [];
    socket.setEncoding('utf8').on('data', (part: string) => {
      parts.push(part);
      if (part.endsWith('read')) socket.end();
    });
    await once(socket, 'close');
    clearInterval(sending);
    return parts.join('');
  }
  const start = () =>
    startLoopbackServer(async (request, response) => {
      if (request.url === '/refused') return void response.end('refused');
      await text(request).catch(() => {});
      // The answer comes after more time than a body may pause.
      await delay(pausesMs.unanswered * 1.2);
      response.end('read');
    });

  test('is answered and closed, whether it was awaited or refused', async () => {
    const { url, stop } = await start();
    onTestFinished(stop);
    const [awaited, refused] = await Promise.all([send(url, 'read'), send(url, 'refused')]);
    expect(awaited).toMatch(/^HTTP\/1.1 408 [^]*Connection: close[^]*"code":"bad_request"/);
    expect(refused).toMatch(/^HTTP\/1.1 200 [^]*refused$/);
  });

  test('is not confused with a slow one, which is read to its end and may be answered late', async () => {
    const { url, stop } = await start();
    onTestFinished(stop);
    expect(await send(url, 'read', pausesMs.unanswered / 6)).toMatch(/^HTTP\/1.1 200 [^]*read$/);
  });
});
