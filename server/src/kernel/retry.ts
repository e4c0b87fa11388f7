/** Retries: exponential backoff with jitter, and retries of writes after a conflict. */
import { setTimeout } from 'node:timers/promises';
import { CharterError } from './errors.ts';
import type { Message } from './messages.ts';

/** Range of the factor that multiplies a wait, so that simultaneous failures are not retried simultaneously. */
export type Jitter = readonly [least: number, most: number];

const DEFAULT_JITTER: Jitter = [0.8, 1.2];

/** @param chance 0 to 1 */
export const withJitter = (wait: number, chance: number, [least, most] = DEFAULT_JITTER): number =>
  wait * (least + (most - least) * chance);

/** The wait doubles with each failure, from `first` up to `longest` milliseconds. Then the jitter applies. */
export interface Backoff {
  first: number;
  longest: number;
  jitter?: Jitter;
}

/**
 * Returns the milliseconds to wait after the failed try number `tries`.
 * @param chance 0 to 1, for the jitter
 */
export const backoff = ({ first, longest, jitter }: Backoff, tries: number, chance: number): number =>
  withJitter(Math.min(longest, first * 2 ** (tries - 1)), chance, jitter);

/** Derives a number from 0 to 1 from the id, so that a wait is reproducible. */
export const chanceFromId = (id: string): number => Number.parseInt(id.slice(-4), 16) / 0xffff;

/** Maximum number of tries of a write with concurrent writers. The waits add up to less than 2 s. */
export const MAX_WRITE_TRIES = 20;

/** Full jitter, so that the same writers do not collide again. */
export const CONFLICT_BACKOFF: Backoff = { first: 4, longest: 100, jitter: [0, 1] };

/**
 * Retries a write after an optimistic-lock conflict, with backoff.
 * @param write returns undefined after a conflict
 * @throws Conflict with `message` after MAX_WRITE_TRIES
 */
export async function retryConflicts<Result>(
  write: () => Promise<Result | undefined>,
  message: string | Message,
): Promise<Result> {
  for (let tries = 1; tries <= MAX_WRITE_TRIES; tries += 1) {
    const result = await write();
    if (result !== undefined) return result;
    if (tries < MAX_WRITE_TRIES) await setTimeout(backoff(CONFLICT_BACKOFF, tries, Math.random()));
  }
  throw new CharterError('Conflict', message, { retryAfterSeconds: 1 });
}
