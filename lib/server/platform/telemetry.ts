import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes } from '@opentelemetry/api';
import { createSpanId, rootSpanIdOf, traceIdOf, traceparentOf } from '../../contracts/trace.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import type { EndedSpan, Exporter } from './otel.ts';
import { singleton } from './singleton.ts';

/** A request, a job or a step of one. Joining a room makes it part of that call's trace. */
interface Work {
  spanId: string;
  fromMs: number;
  /** Parent span from another process (W3C Trace Context). */
  traceparent?: string | null;
  joined?: { room: string; name: string };
}

const currentWork = singleton('work', () => new AsyncLocalStorage<Work>()).get();

const tracing = singleton('traces', (): { exporter?: Exporter } => ({})).get();

/** Loads the OpenTelemetry SDK if a collector is set. Each program of the product calls it once. Never throws. */
export async function startTracing(serviceName: string): Promise<void> {
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return;
  try {
    const { createExporter } = await import('./otel.ts');
    tracing.exporter = createExporter(serviceName);
  } catch (error) {
    log.error('tracing_disabled', {}, error);
  }
}

/** Runs a request or a job. If it joins a call's trace, it becomes a span and a log line. */
export async function traceWork<T>(work: () => Promise<T>, traceparent?: string | null): Promise<T> {
  const ownWork: Work = { spanId: createSpanId(), fromMs: Date.now(), traceparent };
  try {
    const result = await currentWork.run(ownWork, work);
    endWork(ownWork);
    return result;
  } catch (error) {
    endWork(ownWork, true);
    throw error;
  }
}

/**
 * Joins the current work to the trace of this room's call.
 * @returns the traceparent for processes that continue from it; undefined without a collector
 */
export function joinTrace(room: string | null, name: string): string | undefined {
  const work = currentWork.getStore();
  if (work === undefined || room === null) return undefined;
  work.joined = { room, name };
  return tracing.exporter && traceparentOf(room, work.spanId);
}

/** Runs a step of a call as a child span of the current work. */
export async function traceStep<T>(
  room: string | null,
  name: string,
  work: (traceparent?: string) => Promise<T>,
  options: { traceparent?: string | null } = {},
): Promise<T> {
  if (room === null) return work();
  const outerWork = currentWork.getStore();
  const parent = outerWork?.joined?.room === room ? traceparentOf(room, outerWork.spanId) : undefined;
  const run = async () => {
    const traceparent = joinTrace(room, name);
    const spanId = currentWork.getStore()?.spanId;
    if (tracing.exporter === undefined || spanId === undefined) return work();
    return tracing.exporter.within(traceIdOf(room), spanId, () => work(traceparent));
  };
  return traceWork(run, options.traceparent ?? parent);
}

function endWork({ joined, spanId, fromMs, traceparent }: Work, failed = false): void {
  if (joined === undefined) return;
  const { room, name } = joined;
  const toMs = Date.now();
  if (!failed) log.info(name.replace('.', '_'), { room, tookMs: toMs - fromMs });
  addSpan(room, { spanId, parentSpanId: parentOf(room, traceparent), name, fromMs, toMs, failed });
}

/**
 * Runs a language model request as a span with OpenTelemetry's names for generative AI.
 * @param model its name at the vendor
 */
export async function traceModel<Answer extends { usage: { inputTokens?: number; outputTokens?: number } }>(
  model: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { spanId: parentSpanId, joined } = currentWork.getStore() ?? {};
  if (joined === undefined) return ask();
  const fromMs = Date.now();
  const [answer] = await Promise.allSettled([ask()]);
  const failed = answer.status === 'rejected';
  const usage = failed ? undefined : answer.value.usage;
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
  };
  const span = { spanId: createSpanId(), parentSpanId, name: `chat ${model}`, fromMs, toMs: Date.now() };
  addSpan(joined.room, { ...span, attributes, failed });
  if (failed) throw answer.reason;
  return answer.value;
}

/** Records an already measured span: a turn of the call, or a step of the browser's. */
export function traceSpan(
  room: string,
  name: string,
  [fromMs, toMs]: [number, number],
  { attributes, spanId = createSpanId() }: { attributes?: Attributes; spanId?: string } = {},
): void {
  addSpan(room, { spanId, parentSpanId: rootSpanIdOf(room), name, fromMs, toMs, attributes, failed: false });
}

/** Records the span of the whole call, once it is over. */
export function traceCall(room: string, [fromMs, toMs]: [number, number], attributes: Attributes): void {
  addSpan(room, { spanId: rootSpanIdOf(room), name: 'call', fromMs, toMs, attributes, failed: false });
}

/** Uses the call's root as the parent if the header names another trace: a stranger must not choose the parent. */
function parentOf(room: string, traceparent: string | null | undefined): string {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? [];
  return spanId !== undefined && traceId === traceIdOf(room) ? spanId : rootSpanIdOf(room);
}

function addSpan(room: string, span: Omit<EndedSpan, 'traceId'>): void {
  tracing.exporter?.add({ ...span, traceId: traceIdOf(room), attributes: { ...span.attributes, room } });
}

/** Exports what is buffered. Never throws: the SDK logs a collector that does not answer. */
export async function flushTraces(): Promise<void> {
  await tracing.exporter?.flush().catch(() => undefined);
}
