import { createHash, randomBytes } from 'node:crypto';
import { env } from './env.ts';

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
/** A collector that is away must not fill the memory. */
const maxWaiting = 2_000;

let waiting: Span[] = [];
let timer: NodeJS.Timeout | undefined;

/**
 * The trace of a call. It follows from the room's name, so that browser, web app, agent and job write into one trace
 * without handing an id to each other.
 */
export function traceIdOf(room: string): string {
  return hash(room).slice(0, 32);
}

/** The span that stands for the whole call. */
function rootSpanIdOf(room: string): string {
  return hash(room).slice(32, 48);
}

function hash(room: string): string {
  return createHash('sha256').update(room).digest('hex');
}

/** Runs a step of a call as a span of its trace; costs nothing where no collector is set. */
export async function traced<T>(
  room: string | null,
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  if (room === null || env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return work();
  const fromMs = Date.now();
  const parentSpanId = rootSpanIdOf(room);
  const spanId = randomBytes(8).toString('hex');
  try {
    const result = await work();
    add({ room, name, spanId, parentSpanId, fromMs, attributes, failed: false });
    return result;
  } catch (error) {
    add({ room, name, spanId, parentSpanId, fromMs, attributes, failed: true });
    throw error;
  }
}

/** The span of the whole call, once it is over. */
export function traceCall(room: string, fromMs: number, toMs: number, attributes: Attributes): void {
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return;
  add({ room, name: 'call', spanId: rootSpanIdOf(room), fromMs, toMs, attributes, failed: false });
}

interface Step {
  room: string;
  name: string;
  spanId: string;
  parentSpanId?: string;
  fromMs: number;
  toMs?: number;
  attributes: Attributes;
  failed: boolean;
}

function add({
  room,
  name,
  spanId,
  parentSpanId,
  fromMs,
  toMs = Date.now(),
  attributes,
  failed,
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

/** Sends what waits. Never throws: a call is worth more than its trace. */
export async function flushTraces(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: extra = '' } = env();
  const spans = waiting;
  waiting = [];
  if (endpoint === undefined || spans.length === 0) return;
  const name = process.env.NEXT_RUNTIME === undefined ? 'ovoz-agent' : 'ovoz-web';
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: name } }] };
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const pair of extra.split(',')) {
    const [key, value] = pair.split('=', 2);
    if (key && value) headers.set(key.trim(), value.trim());
  }
  await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'ovoz' }, spans }] }] }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).then(
    (response) => response.body?.cancel(),
    () => undefined,
  );
}
