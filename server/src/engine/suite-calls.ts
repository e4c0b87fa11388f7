/** Measures and traces the calls of a suite. */
import { isCharterError } from '../kernel/errors.ts';
import { durations } from '../kernel/metrics.ts';
import { currentSpan, startSpan } from '../kernel/tracing.ts';
import { hasRetryAfter, isTransient } from './jobs/retry.ts';

const CALLS = durations(
  'charter_suite_call_duration_seconds',
  'Duration of the calls of the suite, by method. rejected: the suite can not do it; delayed: it asks for a later try; failed: any other error',
  ['call', 'outcome'],
  [0.01, 0.05, 0.25, 1, 5, 15],
);

function outcomeOf(error: unknown): 'rejected' | 'delayed' | 'failed' {
  if (!isCharterError(error)) return 'failed';
  if (hasRetryAfter(error)) return 'delayed';
  return isTransient(error) || error.code === 'InternalError' ? 'failed' : 'rejected';
}

type Method = (...args: never[]) => unknown;

const measured =
  (owner: object, call: string, method: Method): Method =>
  (...args) => {
    const begun = performance.now();
    // Outside of a trace, such as in scheduled work, each call would start a trace of its own.
    const span = currentSpan() && startSpan(`suite ${call}`, { kind: 'client' });
    const answer = span ? span.run(() => method.apply(owner, args)) : method.apply(owner, args);
    if (answer instanceof Promise) {
      const observe = (outcome: string): void => {
        CALLS.observe({ call, outcome }, (performance.now() - begun) / 1000);
        if (outcome !== 'success') span?.fail(outcome);
        span?.end();
      };
      answer.then(
        () => observe('success'),
        (error) => observe(outcomeOf(error)),
      );
    }
    return answer;
  };

/** Returns a copy of the suite, or of one of its parts, that measures every call. `prefix` is the name of the part. */
export function measureCalls<Part extends object>(part: Part, prefix = ''): Part {
  const entries = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member === 'function') return [name, measured(part, `${prefix}${name}`, member as Method)];
    const isPart = prefix === '' && typeof member === 'object' && member !== null;
    return [name, isPart ? measureCalls(member, `${name}.`) : member];
  });
  return Object.fromEntries(entries) as Part;
}
