import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootSpanIdOf, traceIdOf } from '../../contracts/trace.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';

const room = 'chat-1800000000000-abcdefghijkl';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code: number };
  startTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

// telemetry.ts reads the environment once, so each test imports it anew.
beforeEach(() => {
  vi.resetModules();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('without a collector the SDK is not loaded and nothing is sent', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', '');
  const { flushTraces, joinTrace, startTracing, traceStep, traceWork } = await import('./telemetry.ts');
  await startTracing('ovoz-web');
  expect(await traceStep(room, 'web.token', async (traceparent) => traceparent)).toBeUndefined();
  await traceWork(async () => expect(joinTrace(room, 'web.claim')).toBeUndefined());
  await flushTraces();
  expect(fetched).not.toHaveBeenCalled();
  const loaded: typeof globalThis & { ovoz?: Map<string, unknown> } = globalThis;
  expect(loaded.ovoz?.get('traces')).toEqual({});
});

test('the web app, the agent and the job write one trace of a call, and send the headers that the environment names', async () => {
  const received: { url?: string; headers: unknown; body: string }[] = [];
  const { url: collector, stop } = await startLoopbackServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const { authorization, 'x-tenant': tenant } = request.headers;
    received.push({ url: request.url, headers: [authorization, tenant], body });
    response.end('{}');
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `${collector}/`);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'Authorization=Basic%20dTpw==,x-tenant=a%2Cb');

  const { flushTraces, joinTrace, startTracing, traceCall, traceModel, traceSpan, traceStep, traceWork } =
    await import('./telemetry.ts');
  await startTracing('ovoz-web');
  const browserSpan = 'b'.repeat(16);
  const fromBrowser = `00-${traceIdOf(room)}-${browserSpan}-01`;
  const forAgent = await traceWork(async () => joinTrace(room, 'web.token'), fromBrowser);
  await traceStep(room, 'agent.call', async () => traceStep(room, 'agent.join', async () => 1), {
    traceparent: forAgent,
  });
  const longAgoMs = Date.now() - 86_400_000;
  traceSpan(room, 'browser.token', [longAgoMs, longAgoMs + 5], { spanId: browserSpan });
  const foreignTraceparent = `00-${'a'.repeat(32)}-${'c'.repeat(16)}-01`;
  const failedWork = traceWork(async () => {
    joinTrace(room, 'web.upload');
    throw new Error('cut');
  }, foreignTraceparent);
  await expect(failedWork).rejects.toThrow('cut');
  await traceWork(async () => {
    joinTrace(room, 'job.process');
    const answer = async () => ({ usage: { inputTokens: 12, outputTokens: 3 } });
    await traceStep(room, 'job.summarize', () => traceModel('small-model', answer));
  });
  await traceWork(async () => 'a request of no call');
  traceCall(room, [1000, 3000], { reason: 'agent_closed' });
  await flushTraces();

  const [{ url, headers } = { headers: undefined }] = received;
  expect([url, headers]).toEqual(['/v1/traces', ['Basic dTpw==', 'a,b']]);
  const spans: Span[] = received.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  const spanNamed = (name: string) => spans.find((span) => span.name === name);
  expect(spans).toHaveLength(9);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceIdOf(room)]));
  const parents: [child: string, parent: string][] = [
    ['browser.token', 'call'],
    ['web.token', 'browser.token'],
    ['agent.call', 'web.token'],
    ['agent.join', 'agent.call'],
    ['web.upload', 'call'],
    ['job.process', 'call'],
    ['job.summarize', 'job.process'],
    ['chat small-model', 'job.summarize'],
  ];
  for (const [child, parent] of parents)
    expect([child, spanNamed(child)?.parentSpanId]).toEqual([child, spanNamed(parent)?.spanId]);
  expect(spanNamed('call')).toMatchObject({ spanId: rootSpanIdOf(room), status: { code: 1 } });
  expect(spanNamed('web.upload')?.status).toEqual({ code: 2 });
  expect(spanNamed('browser.token')?.startTimeUnixNano).toBe(`${longAgoMs}000000`);
  expect(spanNamed('chat small-model')?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.request.model', value: { stringValue: 'small-model' } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: 12 } },
    ]),
  );
  stop();
});

test("texts are removed from a library's span, numbers are not", async () => {
  const bodies: string[] = [];
  const { url: collector, stop } = await startLoopbackServer(async (request, response) => {
    bodies.push(Buffer.concat(await Array.fromAsync(request)).toString());
    response.end('{}');
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector);
  const { createExporter } = await import('./otel.ts');
  const { trace } = await import('@opentelemetry/api');
  trace.disable();
  const traces = createExporter('ovoz-agent');
  const spanId = 'd'.repeat(16);
  traces.within(traceIdOf(room), spanId, () => {
    const attributes = { 'gen_ai.usage.output_tokens': 7, 'lk.pii.user_transcript': 'my name is Aziz' };
    const span = trace.getTracer('livekit-agents').startSpan('llm_request', { attributes });
    span.recordException(new Error('Aziz'));
    span.setStatus({ code: 2, message: 'Aziz' });
    span.end();
  });
  await traces.flush();
  expect(bodies.join()).not.toContain('Aziz');
  const [span]: Span[] = JSON.parse(bodies[0] ?? '').resourceSpans[0].scopeSpans[0].spans;
  expect(span).toMatchObject({ traceId: traceIdOf(room), parentSpanId: spanId, name: 'llm_request' });
  expect(span?.attributes).toEqual([{ key: 'gen_ai.usage.output_tokens', value: { intValue: 7 } }]);
  stop();
});
