import { traceIdOf } from '../../contracts/trace.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLoopbackServer } from '../testing/loopback-server.ts';

const room = 'chat-1800000000000-abcdefghijkl';

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the steps of a call are spans of one trace, in whatever process they happen', async () => {
  const received: { url?: string; key?: string | string[]; body: string }[] = [];
  const { url: collector, stop } = await startLoopbackServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    received.push({ url: request.url, key: request.headers['x-key'], body });
    response.end('{}');
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `${collector}/`);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=abc');

  const { flushTraces, step, traceCall } = await import('./telemetry.ts');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await step(room, 'web.token', async (traceparent) => {
    await step(room, 'agent.call', async () => 1, { traceparent });
  });
  const stranger = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const cut = () => Promise.reject(new Error('cut'));
  await expect(step(room, 'web.upload', cut, { traceparent: stranger })).rejects.toThrow('cut');
  traceCall(room, [1000, 3000], { reason: 'agent_closed' });
  await flushTraces();

  const [{ url, key, body } = { body: '{}' }] = received;
  expect([url, key]).toEqual(['/v1/traces', 'abc']);
  const spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; status: object }[] =
    JSON.parse(body).resourceSpans[0].scopeSpans[0].spans;
  expect(spans.map(({ name, status }) => [name, status])).toEqual([
    ['agent.call', { code: 1 }],
    ['web.token', { code: 1 }],
    ['web.upload', { code: 2 }],
    ['call', { code: 1 }],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceIdOf(room)]));
  const [ofAgent, ofToken, ofUpload, ofCall] = spans;
  expect(ofAgent?.parentSpanId).toBe(ofToken?.spanId);
  expect([ofToken, ofUpload].map((span) => span?.parentSpanId)).toEqual([ofCall?.spanId, ofCall?.spanId]);
  expect(ofToken?.spanId).toMatch(/^[0-9a-f]{16}$/);
  stop();
});

test('without a collector nothing is kept and nothing is sent', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', '');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { flushTraces, step } = await import('./telemetry.ts');
  expect(await step(room, 'web.token', async (traceparent) => traceparent)).toBeUndefined();
  await flushTraces();
  expect(fetched).not.toHaveBeenCalled();
});

test('a line of the log names the trace of its room, and no number, token or secret', async () => {
  vi.stubEnv('LIVEKIT_API_SECRET', 'secret-of-the-media-server');
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const { log } = await import('./log.ts');
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
  const cause = new Error(
    `+998901234567 ${token} secret-of-the-media-server postgresql://ovoz:hunter22@db/x`,
  );
  log.error('call_failed', { room, detail: '998 90 123 45 67' }, cause);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'call_failed', room, trace: traceIdOf(room) });
  expect(lines[0]).not.toMatch(/901234567|123 45 67|eyJhb|secret-of|hunter22/);
  expect(lines[0]).toContain('postgresql://ovoz:[password]@db/x');
});
