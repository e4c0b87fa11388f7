/**
 * Logs 503s. For each reason, the first one is logged at once, and later ones in one line at the end of each interval.
 */
import type { CharterError } from '../kernel/errors.ts';

/** 503s with the same reason share a line within this time. */
const TOGETHER_MILLISECONDS = 10_000;

interface Log {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The latest of the 503s that are not logged yet. `log` is the logger of its request. */
interface PendingError {
  error: CharterError;
  log: Log;
  count: number;
}

/**
 * A 503 with a cause, such as a lost database connection, is logged as an error with the stack of the cause. One
 * without a cause comes from a limit of the service, and is logged as a warning without a stack.
 */
function write({ error, log, count }: PendingError): void {
  const { code, messageCode, cause, message } = error;
  const fields = { code, reason: messageCode, count, detail: error.log };
  if (cause === undefined) log.warn(fields, message);
  else log.error({ ...fields, err: cause }, message);
}

export class UnavailabilityLog {
  /** The 503s of the current interval by reason; undefined if none followed the last line. */
  readonly #intervals = new Map<string, PendingError | undefined>();

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
