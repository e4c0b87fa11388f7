/** Retry schedule of deliveries (docs/specification.md, section 11). */
import { withJitter } from '../../kernel/retry.ts';
import type { DeliveryStatus } from './model.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Backoff after failed attempts: ten attempts over about 75 hours. */
const RETRY_PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Upper limit of Retry-After. */
const LONGEST_RETRY_AFTER = DAY;

/** Returns the milliseconds of Retry-After (RFC 9110 10.2.3: seconds or an HTTP date); undefined when it is invalid. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  // A number with too many digits becomes Infinity, which the caller limits.
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

export interface AttemptFacts {
  /** Whether the receiver responded with 2xx, completely and in time. */
  succeeded: boolean;
  status: number | null;
  retryAfter: string | undefined;
  /** Number of earlier attempts. */
  triesBefore: number;
  endedAt: Date;
  /** A random number from 0 to 1, for the jitter. */
  random: number;
}

export interface NextAttempt {
  status: DeliveryStatus;
  dueAt: Date | null;
}

export function nextStep(facts: AttemptFacts): NextAttempt {
  if (facts.succeeded) return { status: 'delivered', dueAt: null };
  const pause = RETRY_PAUSES[facts.triesBefore];
  if (facts.status === 410 || pause === undefined) return { status: 'failed', dueAt: null };
  const jittered = withJitter(pause, facts.random);
  const asked = Math.min(readRetryAfter(facts.retryAfter, facts.endedAt) ?? 0, LONGEST_RETRY_AFTER);
  return { status: 'pending', dueAt: new Date(facts.endedAt.getTime() + Math.max(jittered, asked)) };
}
