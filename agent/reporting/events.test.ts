import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CallEvent, type CallEvents, callEvents } from '../../lib/contracts/call-events.ts';
import { readSigned } from '../../lib/server/http/signing.ts';
import { startLoopbackServer } from '../../lib/server/testing/loopback-server.ts';
import { EventSender, postSigned } from './events.ts';

const room = 'chat-1800000000000-abcdefghijkl';

beforeAll(() => {
  vi.stubEnv('LIVEKIT_URL', 'ws://127.0.0.1:7880');
  vi.stubEnv('LIVEKIT_API_KEY', 'devkey');
  vi.stubEnv('LIVEKIT_API_SECRET', 'secretsecretsecretsecretsecretsecret');
});

type EventsHandler = (request: CallEvents, response: ServerResponse) => void;

/** A web app on loopback that checks each request and answers as the test says. */
class LoopbackWebApp {
  readonly accepted: CallEvent[] = [];
  requests = 0;
  answer: EventsHandler = (_request, response) => response.writeHead(204).end();
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/api/calls/${room}/events`;
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#handle(request, response));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#server !== undefined) await once(this.#server, 'close');
    this.#server = undefined;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await Array.fromAsync(request));
    this.requests++;
    const headers = { authorization: request.headers.authorization ?? '' };
    await readSigned(new Request('http://web.test', { method: 'POST', headers, body: bytes }), 1e6);
    const body = callEvents.parse(JSON.parse(bytes.toString()));
    this.answer(body, response);
    if (response.statusCode < 300) this.accepted.push(...body.events);
  }
}

const web = new LoopbackWebApp();

afterEach(async () => {
  await web.stop();
  web.accepted.length = 0;
  web.requests = 0;
  web.answer = (_request, response) => response.writeHead(204).end();
});

function turn(index: number): CallEvent {
  const startedAtMs = 1_800_000_000_000 + index * 1_000;
  return { type: 'turn', index, speaker: 'agent', startedAtMs, endedAtMs: startedAtMs + 900 };
}

const eventsOfCall: CallEvent[] = [
  { type: 'started', atMs: 1_800_000_000_000 },
  ...Array.from({ length: 9 }, (_, index) => turn(index)),
  { type: 'ended', atMs: 1_800_000_060_000, reason: 'agent_closed' },
];

function newSender(): EventSender {
  return new EventSender(web.url, room, postSigned);
}

describe('sending the events of a call', () => {
  it('delivers each once, signed and in order', async () => {
    await web.start();
    const sender = newSender();
    for (const event of eventsOfCall) sender.push(event);
    expect(await sender.close(5_000)).toBe(0);
    expect(web.accepted).toEqual(eventsOfCall);
  });

  it('retries after 500, 503 or 429', async () => {
    await web.start();
    const refusals = [500, 503, 429];
    web.answer = (_request, response) => response.writeHead(refusals.shift() ?? 204).end();
    const sender = newSender();
    for (const event of eventsOfCall) sender.push(event);
    expect(await sender.close(10_000)).toBe(0);
    expect(web.accepted).toEqual(eventsOfCall);
  });

  it('loses nothing while the web app is down, and finishes soon after it is up again', async () => {
    await web.start();
    const sender = newSender();
    for (const event of eventsOfCall.slice(0, 4)) sender.push(event);
    await expect.poll(() => web.accepted).toHaveLength(4);
    await web.stop();
    for (const event of eventsOfCall.slice(4)) sender.push(event);
    await sender.untilConfirmed(1_000);
    await web.start();
    expect(await sender.close(10_000)).toBe(0);
    expect(web.accepted).toEqual(eventsOfCall);
  });

  it('splits more events than one request may carry', async () => {
    await web.start();
    const many = Array.from({ length: 250 }, (_, index) => turn(index));
    const sender = newSender();
    for (const event of many) sender.push(event);
    expect(await sender.close(5_000)).toBe(0);
    expect(web.accepted).toEqual(many);
  });

  it('loses no other event with a refused one, and cuts a long text', async () => {
    await web.start();
    web.answer = (request, response) =>
      response
        .writeHead(request.events.some((event) => 'index' in event && event.index === 4) ? 422 : 204)
        .end();
    const sender = newSender();
    for (const event of eventsOfCall) sender.push(event);
    sender.push({
      type: 'turn',
      index: 9,
      speaker: 'visitor',
      startedAtMs: 1,
      endedAtMs: 2,
      text: 'a'.repeat(6_000),
    });
    expect(await sender.close(5_000)).toBe(0);
    const acceptable = eventsOfCall.filter((event) => !('index' in event && event.index === 4));
    expect(web.accepted.slice(0, -1)).toEqual(acceptable);
    expect(web.accepted.at(-1)).toMatchObject({ text: 'a'.repeat(5_000) });
  });

  it('drops events that are refused for good, and sends the following ones', async () => {
    await web.start();
    web.answer = (request, response) => {
      if (request.events.every(({ type }) => type !== 'started')) response.writeHead(204).end();
      else response.writeHead(404).end('{"code":"not_found"}');
    };
    const sender = newSender();
    for (const event of eventsOfCall.slice(0, 1)) sender.push(event);
    await expect.poll(() => web.requests).toBe(1);
    for (const event of eventsOfCall.slice(1)) sender.push(event);
    expect(await sender.close(5_000)).toBe(0);
    expect(web.accepted).toEqual(eventsOfCall.slice(1));
  });

  it.each([
    ['a proxy, while the web app restarts', 404, '404 page not found'],
    ['a protected preview', 401, '<html></html>'],
    ['a web app whose key is about to be replaced', 401, '{"code":"unauthorized"}'],
  ])('sends events again that %s has refused', async (_who, status, body) => {
    await web.start();
    web.answer = (_request, response) =>
      web.requests > 1 ? response.writeHead(204).end() : response.writeHead(status).end(body);
    const sender = newSender();
    for (const event of eventsOfCall) sender.push(event);
    expect(await sender.close(5_000)).toBe(0);
    expect(web.accepted).toEqual(eventsOfCall);
  });

  it('gives up in time when nothing answers, and returns how many events are left', async () => {
    await web.start();
    const url = web.url;
    await web.stop();
    const sender = new EventSender(url, room, postSigned);
    for (const event of eventsOfCall) sender.push(event);
    expect(await sender.close(700)).toBe(eventsOfCall.length);
  });

  it('gives up in time when the answer never comes', async () => {
    await web.start();
    web.answer = () => {};
    const sender = newSender();
    sender.push(turn(0));
    const startedAtMs = performance.now();
    expect(await sender.close(300)).toBe(1);
    // A request times out by itself after 5 s.
    expect(performance.now() - startedAtMs).toBeLessThan(4_500);
  });
});

it('a post carries the bypass secret of a protected preview', async () => {
  let bypassHeader: unknown;
  const preview = await startLoopbackServer(({ headers }, response) => {
    bypassHeader = headers['x-vercel-protection-bypass'];
    response.writeHead(204).end();
  });
  vi.resetModules();
  vi.stubEnv('VERCEL_AUTOMATION_BYPASS_SECRET', 'of the project');
  const { postSigned: post } = await import('./events.ts');
  expect(await post(preview.url, {}, AbortSignal.timeout(5_000))).toBe(204);
  expect(bypassHeader).toBe('of the project');
  preview.stop();
});
