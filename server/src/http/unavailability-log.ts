/**
 * Logs 503s. A flood of them for one reason is one line at once, and one at the end of each interval in which more came.
 */
import type { CharterError } from '../kernel/errors.ts';

/** Equal reasons within this time share a line. */
const TOGETHER_MILLISECONDS = 10_000;

interface Log {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The latest of the 503s that have no line yet. `log` names its request. */
interface Unlogged {
  error: CharterError;
  log: Log;
  count: number;
}

/**
 * A 503 with a cause is a failure, such as a lost database: an error with the stack of the cause. One without a cause
 * is a limit that the service keeps: a warning without a stack.
 */
function write({ error, log, count }: Unlogged): void {
  const { code, messageCode, cause, message } = error;
  const fields = { code, reason: messageCode, count, detail: error.log };
  if (cause === undefined) log.warn(fields, message);
  else log.error({ ...fields, err: cause }, message);
}

export class UnavailabilityLog {
  /** The 503s of the present interval by reason; undefined: none after the last line. */
  readonly #intervals = new Map<string, Unlogged | undefined>();

  add(error: CharterError, log: Log): void {
    // A message without a code may have any text, so those share one reason.
    const reason = error.messageCode ?? error.code;
    if (this.#intervals.has(reason)) {
      this.#intervals.set(reason, { error, log, count: (this.#intervals.get(reason)?.count ?? 0) + 1 });
      return;
    }
    write({ error, log, count: 1 });
    this.#begin(reason);
  }

  #begin(reason: string): void {
    this.#intervals.set(reason, undefined);
    setTimeout(() => this.#end(reason), TOGETHER_MILLISECONDS).unref();
  }

  #end(reason: string): void {
    const unlogged = this.#intervals.get(reason);
    this.#intervals.delete(reason);
    if (unlogged === undefined) return;
    write(unlogged);
    this.#begin(reason);
  }
}
