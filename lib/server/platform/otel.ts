import {
  type Attributes,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  context,
  diag,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
  type Span,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { log } from './log.ts';

/** Longer would delay a stop. */
const exportTimeoutMs = 5_000;

/** Names our own spans, apart from those of libraries. */
const ownScope = 'ovoz';

/** An ended span. Its id is set in advance, because other processes already name it as their parent. */
export interface EndedSpan {
  traceId: string;
  spanId: string;
  /** Undefined for the root. */
  parentSpanId?: string;
  name: string;
  fromMs: number;
  toMs: number;
  attributes?: Attributes;
  failed: boolean;
}

export type Exporter = ReturnType<typeof createExporter>;

/** The OpenTelemetry SDK, configured by the OTEL_* variables. Loaded only if a collector is set. */
export function createExporter(serviceName: string) {
  diag.setLogger(
    { ...silentLogger, error: (detail) => log.warn('traces_not_exported', { detail }) },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  // The ids of our next span are known in advance; those of libraries are random.
  let nextIds: { traceId: string; spanId: string } | undefined;
  const randomIds = new RandomIdGenerator();
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: {
      generateTraceId: () => nextIds?.traceId ?? randomIds.generateTraceId(),
      generateSpanId: () => nextIds?.spanId ?? randomIds.generateSpanId(),
    },
    spanProcessors: [
      new WordsRemover(),
      new BatchSpanProcessor(new OTLPTraceExporter(), { exportTimeoutMillis: exportTimeoutMs }),
    ],
  });
  // The agent's framework traces its model calls through the global provider. Next would trace every page.
  if (process.env.NEXT_RUNTIME === undefined) provider.register();
  const tracer = provider.getTracer(ownScope);

  return {
    add({ traceId, spanId, parentSpanId, name, fromMs, toMs, attributes, failed }: EndedSpan): void {
      const parent = parentSpanId === undefined ? ROOT_CONTEXT : contextOf(traceId, parentSpanId);
      const spanOptions = { startTime: new Date(fromMs), attributes };
      nextIds = { traceId, spanId };
      const span = tracer.startSpan(name, spanOptions, parent);
      nextIds = undefined;
      span.setStatus({ code: failed ? SpanStatusCode.ERROR : SpanStatusCode.OK });
      span.end(new Date(toMs));
    },
    /** Spans that libraries start in `work` become children of the named span. */
    within: <T>(traceId: string, spanId: string, work: () => T): T =>
      context.with(contextOf(traceId, spanId), work),
    flush: () => provider.forceFlush(),
  };
}

const silentLogger = { error() {}, warn() {}, info() {}, debug() {}, verbose() {} };

function contextOf(traceId: string, spanId: string) {
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Text attributes of libraries that contain no words of a call. */
const safeTextAttributes = new Set([
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.request.model',
  'gen_ai.response.model',
]);

/** Removes the words of a call from the spans of libraries. Numbers stay. */
class WordsRemover implements SpanProcessor {
  onStart(): void {}

  onEnding(span: Span): void {
    if (span.instrumentationScope.name === ownScope) return;
    for (const [name, value] of Object.entries(span.attributes))
      if (typeof value !== 'number' && typeof value !== 'boolean' && !safeTextAttributes.has(name))
        delete span.attributes[name];
    span.events.length = 0;
    if (span.status.message !== undefined) span.setStatus({ code: span.status.code });
  }

  onEnd(): void {}
  forceFlush = async () => undefined;
  shutdown = async () => undefined;
}
