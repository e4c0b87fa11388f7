import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { transientReason } from '../persistence/unavailable.ts';

const RETRY_MILLISECONDS = 1_000;
/** The number of attempts between two lines in the log. */
const TRIES_PER_LINE = 5;

export interface WaitOptions {
  log: Pick<Logger, 'warn'>;
  /** Receives the reason for the wait, which /readyz shows. */
  onWait: (reason: string) => void;
  /** Ends the wait. */
  stopping: AbortSignal;
  /** Replaces the timer in tests. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Opens the database, and tries again while PostgreSQL starts, can't be reached or is read-only: a node may start
 * before its database, or during a failover.
 * @throws the error of any other failure; the last transient one when the wait is ended
 */
export async function openWhenAvailable<Opened>(
  open: () => Promise<Opened>,
  {
    log,
    onWait,
    stopping,
    pause = (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  }: WaitOptions,
): Promise<Opened> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await open();
    } catch (error) {
      const reason = transientReason(error);
      if (reason === undefined) throw error;
      onWait(reason);
      if (tries % TRIES_PER_LINE === 0) {
        log.warn({ err: error }, `${reason} The node waits for it, and tries again every second.`);
      }
      await pause(RETRY_MILLISECONDS, stopping).catch(() => undefined);
      if (stopping.aborted) throw error;
    }
  }
}
