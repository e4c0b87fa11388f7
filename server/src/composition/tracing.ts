/** Sends traces to a collector by OTLP over HTTP, in JSON. The packages of OpenTelemetry are loaded only here. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span as OtelSpan } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { BUILD } from '../kernel/build.ts';
import { waitAtMost } from '../kernel/deadline.ts';
import { type Span, type SpanOptions, setTracer } from '../kernel/tracing.ts';

/** Maximum time that a stopping node waits for the collector. */
const LAST_MILLISECONDS = 3_000;

/** Minimum time between two warnings about a collector that accepts no traces. */
const WARNING_MILLISECONDS = 60_000;

/** W3C Trace Context, section 3.2: version, trace id, parent id, flags. A later version may append fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/**
 * Switches tracing on when a collector is configured.
 * @returns a function that sends the last spans and switches tracing off; undefined when tracing is off
 */
export async function openTracing(
  { traceCollector, traceRatio, nodeName }: Pick<Config, 'traceCollector' | 'traceRatio' | 'nodeName'>,
  log: Pick<Logger, 'warn'>,
): Promise<(() => Promise<void>) | undefined> {
  if (traceCollector === undefined) return undefined;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, isSpanContextValid, trace } = api;
  let warnedAt = Number.NEGATIVE_INFINITY;
  // The exporter reports each batch that it can't send, one every few seconds.
  const warn = (reason: string): void => {
    if (performance.now() - warnedAt < WARNING_MILLISECONDS) return;
    warnedAt = performance.now();
    log.warn({ reason }, 'Traces could not be sent to the collector.');
  };
  const ignore = (): void => undefined;
  api.diag.setLogger(
    { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url: `${traceCollector}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'charter',
      'service.version': BUILD.version,
      'service.instance.id': nodeName,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traceRatio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const otel = provider.getTracer('charter', BUILD.version);
  const spans = new AsyncLocalStorage<Span & { otel: OtelSpan }>();

  /** Returns the context of the given parent, or of the current span if no parent is given. */
  function contextOf(parent: SpanOptions['parent']): Context {
    const current = spans.getStore();
    if (parent == null)
      return current === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, current.otel);
    const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(parent) ?? [];
    const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
    const context = { traceId, spanId, traceFlags, isRemote: true };
    return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
  }

  const KINDS = {
    internal: SpanKind.INTERNAL,
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    consumer: SpanKind.CONSUMER,
    producer: SpanKind.PRODUCER,
  };

  setTracer({
    start(name, { kind = 'internal', attributes = {}, parent }) {
      const started = otel.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      const { traceId, spanId, traceFlags } = started.spanContext();
      const span: Span & { otel: OtelSpan } = {
        otel: started,
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        run: (work) => spans.run(span, work),
        set: (more) => void started.setAttributes(more),
        fail: (type) =>
          void started
            .setAttribute('error.type', type)
            .setStatus({ code: SpanStatusCode.ERROR, message: type }),
        end: () => started.end(),
      };
      return span;
    },
    current: () => spans.getStore(),
  });
  return async () => {
    setTracer(undefined);
    await waitAtMost(LAST_MILLISECONDS, provider.shutdown());
  };
}
