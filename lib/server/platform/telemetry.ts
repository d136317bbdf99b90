import { createSpanId, rootSpanIdOf, traceIdOf, traceparentOf } from '../../contracts/trace.ts';
import { env } from './env.ts';
import { log } from './log.ts';
import { unlessAborted } from './unless-aborted.ts';

type Attributes = Record<string, string | number | boolean>;

/** As OTLP has it in JSON (opentelemetry.proto.trace.v1.Span). */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue: string } }[];
  status: { code: number };
}

const internalKind = 1;
const okCode = 1;
const errorCode = 2;
const flushAfterMs = 2_000;
const requestTimeoutMs = 5_000;
/** Maximum buffered spans, while the collector is away. */
const maxWaiting = 2_000;

let waiting: Span[] = [];
let timer: NodeJS.Timeout | undefined;

function isOn(): boolean {
  return env().OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
}

interface StepOptions {
  /** Parent span from another process (W3C Trace Context); the call's root span if it is absent or of another trace. */
  traceparent?: string | null;
  /** When it began, if before now. */
  fromMs?: number;
}

/**
 * Runs a step of a call: one line of the log when it has succeeded, and a span of the call's trace where a collector is set.
 * @param work is handed the traceparent of its span, for the processes that go on from it
 */
export async function step<T>(
  room: string | null,
  name: string,
  work: (traceparent?: string) => Promise<T>,
  { traceparent, fromMs = Date.now() }: StepOptions = {},
): Promise<T> {
  if (room === null) return work();
  const done = () => log.info(name.replace('.', '_'), { room, tookMs: Date.now() - fromMs });
  if (!isOn()) {
    const result = await work();
    done();
    return result;
  }
  const spanId = createSpanId();
  const span = { room, name, spanId, parentSpanId: parentOf(room, traceparent), fromMs };
  try {
    const result = await work(traceparentOf(room, spanId));
    add(span);
    done();
    return result;
  } catch (error) {
    add({ ...span, failed: true });
    throw error;
  }
}

/** A span that has been measured already: a turn of the call, or a step of the browser's. */
export function traceSpan(
  room: string,
  name: string,
  [fromMs, toMs]: [number, number],
  { attributes, spanId = createSpanId() }: { attributes?: Attributes; spanId?: string } = {},
): void {
  if (isOn()) add({ room, name, spanId, parentSpanId: rootSpanIdOf(room), fromMs, toMs, attributes });
}

/** The span of the whole call, once it is over. */
export function traceCall(room: string, [fromMs, toMs]: [number, number], attributes: Attributes): void {
  if (isOn()) add({ room, name: 'call', spanId: rootSpanIdOf(room), fromMs, toMs, attributes });
}

/** A stranger's header must not put spans into other traces. */
function parentOf(room: string, traceparent: string | null | undefined): string {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? [];
  return spanId !== undefined && traceId === traceIdOf(room) ? spanId : rootSpanIdOf(room);
}

interface Step {
  room: string;
  name: string;
  spanId: string;
  parentSpanId?: string;
  fromMs: number;
  toMs?: number;
  attributes?: Attributes;
  failed?: boolean;
}

function add({
  room,
  name,
  spanId,
  parentSpanId,
  fromMs,
  toMs = Date.now(),
  attributes,
  failed = false,
}: Step): void {
  if (waiting.length >= maxWaiting) return;
  waiting.push({
    traceId: traceIdOf(room),
    spanId,
    parentSpanId,
    name,
    kind: internalKind,
    startTimeUnixNano: `${fromMs}000000`,
    endTimeUnixNano: `${toMs}000000`,
    attributes: Object.entries({ ...attributes, room }).map(([key, value]) => ({
      key,
      value: { stringValue: String(value) },
    })),
    status: { code: failed ? errorCode : okCode },
  });
  timer ??= setTimeout(() => void flushTraces(), flushAfterMs).unref();
}

/** Exports buffered spans. Best effort: never throws. */
export async function flushTraces(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: extra = '' } = env();
  const spans = waiting;
  waiting = [];
  if (endpoint === undefined || spans.length === 0) return;
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: serviceName() } }] };
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const pair of extra.split(',')) {
    const [key, value] = pair.split('=', 2);
    if (key && value) headers.set(key.trim(), value.trim());
  }
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const sent = fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'ovoz' }, spans }] }] }),
    signal,
  });
  await unlessAborted(sent, signal).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
}

function serviceName(): string {
  if (process.env.NEXT_RUNTIME !== undefined) return 'ovoz-web';
  return /[\\/]agent[\\/][a-z]+\.ts$/.test(process.argv[1] ?? '') ? 'ovoz-agent' : 'ovoz-worker';
}
