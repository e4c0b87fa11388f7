import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns the result of the work unless it exceeds the time limit. The work itself continues, and its late result is
 * dropped.
 * @throws the error of `tooLate` after the time limit; within it, the error of the work
 */
export async function withinTime<Result>(
  work: Promise<Result>,
  milliseconds: number,
  tooLate: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds);
  });
  try {
    return await Promise.race([work, overrun]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the work, but no longer than the time limit. @throws the work's error within that time */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  const limit = delay(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([work, limit]).finally(() => waiting.abort());
}
