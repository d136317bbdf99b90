import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startLoopbackServer } from './loopback-server.ts';

export interface VendorRequest {
  path: string;
  headers: IncomingMessage['headers'];
  form: FormData;
}

export type VendorHandler = (request: VendorRequest, response: ServerResponse) => void | Promise<void>;

/** Starts a vendor for one test. It gives these answers in turn, each after the whole request, and repeats the last. */
export async function startSpeechVendor(...answers: [VendorHandler, ...VendorHandler[]]) {
  const requests: VendorRequest[] = [];
  const { url, stop } = await startLoopbackServer(async (request, response) => {
    const chunks: Buffer[] = await Array.fromAsync(request);
    const contentType = request.headers['content-type'] ?? '';
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': contentType },
    }).formData();
    const vendorRequest = { path: request.url ?? '', headers: request.headers, form };
    const answer = answers[Math.min(requests.push(vendorRequest), answers.length) - 1] ?? answers[0];
    await answer(vendorRequest, response);
  });
  onTestFinished(stop);
  return { url, requests };
}

export const replyWithJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): VendorHandler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Each way a vendor can fail, and the error that the caller gets. */
export const vendorFaults: [name: string, answer: VendorHandler, code: string, detail: RegExp][] = [
  ['400', replyWithJson(400, { detail: 'Bad audio' }), 'speech_refused', /refused the request/],
  ['401', replyWithJson(401, { detail: 'Invalid API key' }), 'speech_refused', /key/],
  ['402', replyWithJson(402, { detail: 'Balance' }), 'speech_refused', /asks for payment/],
  ['404', replyWithJson(404, { detail: 'Not Found' }), 'speech_refused', /refused the request/],
  ['413', replyWithJson(413, { detail: 'Too large' }), 'speech_refused', /request is too large/],
  ['429 with a long wait', replyWithJson(429, {}, { 'retry-after': '600' }), 'speech_failed', /busy/],
  [
    'a redirect elsewhere',
    replyWithJson(302, {}, { location: 'http://127.0.0.1:9/' }),
    'speech_failed',
    /answered with an error/,
  ],
  [
    'half of a JSON answer',
    (_, response) => void response.end('{"text": "sal'),
    'speech_failed',
    /something else/,
  ],
  ['JSON of another shape', replyWithJson(200, { result: 'salom' }), 'speech_failed', /something else/],
  ['a text that is no text', replyWithJson(200, { text: 42 }), 'speech_failed', /something else/],
  [
    'a page with status 200',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    'speech_failed',
    /something else/,
  ],
  [
    'a huge answer',
    replyWithJson(200, { text: 'a'.repeat(2_000_000) }),
    'speech_failed',
    /answered with an error/,
  ],
  ['silence', () => wait(60_000, undefined, { ref: false }), 'speech_timeout', /in time/],
];
