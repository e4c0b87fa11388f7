/**
 * Traces (docs/observability.md). A trace joins a request, the job that it queues, the job's steps and calls, and the
 * deliveries of its events. Tracing is off unless composition/tracing.ts sets a tracer; every function here then does
 * nothing, and no package of OpenTelemetry is loaded.
 */

/** Facts about a span: ids, names and numbers. Never texts that people wrote, addresses with a query, or secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Default: internal. */
  kind?: 'internal' | 'server' | 'client' | 'consumer' | 'producer';
  attributes?: SpanAttributes;
  /** The parent's `traceparent`. Default: the current span. An invalid one is ignored. */
  parent?: string | null | undefined;
}

export interface Span {
  /** Trace context of the span, for a `traceparent` header (W3C Trace Context). */
  readonly traceparent: string;
  /** Runs the work with this span as the current one. */
  run<Result>(work: () => Result): Result;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. @param type code or name of the error, without its text */
  fail(type: string): void;
  end(): void;
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  current(): Span | undefined;
}

let tracer: Tracer | undefined;

/** Sets the tracer of this process. Undefined switches tracing off. */
export function setTracer(used: Tracer | undefined): void {
  tracer = used;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Starts a span, which the caller ends. Returns undefined while tracing is off. */
export const startSpan = (name: string, options: SpanOptions): Span | undefined =>
  tracer?.start(name, options);

/** The current span; undefined outside of a trace. */
export const currentSpan = (): Span | undefined => tracer?.current();

/** Headers that pass the current trace on to another service; none outside of a trace. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = tracer?.current()?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}

const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Runs the work in a new span, which is marked as failed when the work fails. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = tracer?.start(name, options);
  if (span === undefined) return work(undefined);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}
