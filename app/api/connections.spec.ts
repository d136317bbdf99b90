import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { startWebApp } from '@/e2e/support/web-app.ts';

/** Requests that no handler sees, long addresses, and open connections when the server stops. */

test('headers of 100 kB are refused with detail and code', async ({ baseURL, request }) => {
  expect((await request.get('/api/live')).status()).toBe(200);
  const { hostname, port } = new URL(baseURL ?? '');
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    detail: expect.stringMatching(/\S/),
    code: 'too_large',
  });
});

const bodiless = {
  'PUT /api/get-token': 405,
  'POST /api/leads': 413,
  // Next waits for the whole body of a request to a page.
  'POST /en': 408,
};

test('the connection of a body that never comes is closed', async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL ?? '');
  const form = `Origin: ${baseURL}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000`;
  const statusOf = async (request: string) => {
    const socket = net.connect(Number(port), hostname);
    socket.write(`${request} HTTP/1.1\r\nHost: localhost\r\n${form}\r\n\r\n`);
    // Ends when the server closes the connection. Without our limit Node would wait five minutes.
    const answer = await text(socket);
    return [request, Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1])];
  };
  const answers = await Promise.all(Object.keys(bodiless).map(statusOf));
  expect(Object.fromEntries(answers)).toEqual(bodiless);
});

test('a Cyrillic text of 5000 characters is spoken, although its address has 26 kB', async ({ baseURL }) => {
  const text = 'Ассалому алайкум, дунё! '.repeat(300).slice(0, 5000);
  const answer = await fetch(`${baseURL}/api/tts/stream?text=${encodeURIComponent(text)}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  // Only the headers matter here, not the sound.
  await answer.body?.cancel();
});

test('the web app stops within 15 s while a desk listens to the event stream of leads', async () => {
  const server = await startWebApp({ ADMIN_WITHOUT_PASSWORD: 'local' });
  const updates = await fetch(`${server.url}/api/leads/events`);
  expect(updates.status).toBe(200);
  const stopBeganAtMs = performance.now();
  await Promise.all([server.stop(), updates.text()]);
  // At a stop, running requests get twice this time.
  expect(performance.now() - stopBeganAtMs).toBeLessThan(15_000);
});
