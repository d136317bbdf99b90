import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { clientAddress } from './address.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { answerMalformed } from './malformed.ts';

vi.stubEnv('TRUSTED_PROXIES', '0');

test('what the parser refuses, and TRACE, is answered in the one shape of an error', async () => {
  answerMalformed();
  // A framework that fails at TRACE, as Next does.
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
  const shape = (code: string) => expect.stringMatching(new RegExp(`^{"detail":".+","code":"${code}"}$`));

  expect(await answerTo('GET /a HTTP/1.1\r\nHost: x\r\nConnection: close')).toEqual([
    '200',
    expect.any(String),
  ]);
  expect(await answerTo('GET /a HTTP/1.1\r\nHost: x\r\nBad Header: y')).toEqual([
    '400',
    shape('bad_request'),
  ]);
  expect(await answerTo('nonsense')).toEqual(['400', shape('bad_request')]);
  expect(await answerTo(`GET /a HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(100_000)}`)).toEqual([
    '431',
    shape('too_large'),
  ]);
  expect(await answerTo('TRACE /a HTTP/1.1\r\nHost: x')).toEqual(['405', shape('method_not_allowed')]);
  expect(await answerTo('GET /b HTTP/1.1\r\nHost: x\r\nConnection: close')).toEqual([
    '200',
    expect.any(String),
  ]);
  server.stop();
});

test('with no proxy the address of a client is its socket’s, whatever it writes into the header', async () => {
  answerMalformed();
  const { url, stop } = await startLoopbackServer(({ headers }, response) => {
    const named = headers['x-forwarded-for'];
    response.end(clientAddress(new Headers(named === undefined ? {} : { 'x-forwarded-for': String(named) })));
  });
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const claimed of ['203.0.113.7', '203.0.113.8']) {
    const answer = await fetch(url, { headers: { 'x-forwarded-for': claimed } });
    expect(await answer.text()).toBe('127.0.0.1');
  }
  // An unnamed proxy in front is logged once.
  expect(said.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/"event":"forwarded_for_ignored".*set TRUSTED_PROXIES/),
  ]);
  stop();
});
