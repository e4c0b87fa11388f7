/**
 * A sliding window of calls as a short list of [time, count] pairs, oldest first. Limits up to EXACT_LIMIT are exact
 * to the millisecond. Higher limits count in slots of a sixtieth of the window. A slot leaves the window together with
 * the youngest call that it can hold.
 */
import type { RateLimit } from './ports.ts';

export type CallCounts = readonly (readonly [time: number, count: number])[];

/** Limits up to this one are counted exactly: to the millisecond, and over all nodes before a call proceeds. */
export const EXACT_LIMIT = 128;
const SLOTS = 60;

const slotWidth = (limit: RateLimit): number =>
  limit.max <= EXACT_LIMIT ? 1 : Math.ceil(limit.windowMilliseconds / SLOTS);

/** Returns the time at which the last call of a slot that begins at `time` leaves the window. */
const leavesAt = (time: number, limit: RateLimit): number =>
  time + slotWidth(limit) - 1 + limit.windowMilliseconds;

/** Returns the calls that still count at `now`. */
export const callsInWindow = (calls: CallCounts, limit: RateLimit, now: number): CallCounts => {
  const first = calls.findIndex(([time]) => leavesAt(time, limit) > now);
  if (first === 0) return calls;
  return first === -1 ? [] : calls.slice(first);
};

export function countCalls(calls: CallCounts): number {
  let sum = 0;
  for (const call of calls) sum += call[1];
  return sum;
}

/** Adds a call at `now`. Times in the list never decrease, although the clocks of nodes may differ. */
export function addCall(calls: CallCounts, limit: RateLimit, now: number): CallCounts {
  const width = slotWidth(limit);
  const last = calls.at(-1);
  const slot = Math.max(Math.floor(now / width) * width, last?.[0] ?? 0);
  if (last !== undefined && last[0] === slot) return [...calls.slice(0, -1), [slot, last[1] + 1]];
  return [...calls, [slot, 1]];
}

/** Merges two lists, oldest first. Fast when `others` are the latest. */
export function mergeCalls(calls: CallCounts, others: CallCounts): CallCounts {
  const earliest = others[0]?.[0];
  if (earliest === undefined) return calls;
  let next = calls.length;
  while (next > 0 && calls[next - 1]![0] >= earliest) next -= 1;
  const merged = calls.slice(0, next);
  for (const [time, number] of others) {
    let call = calls[next];
    for (; call !== undefined && call[0] < time; call = calls[++next]) merged.push(call);
    const isSame = call?.[0] === time;
    if (isSame) next += 1;
    merged.push([time, number + (isSame ? call![1] : 0)]);
  }
  return merged.concat(calls.slice(next));
}

/** Returns the whole seconds, at least one, until `needed` calls have left the window. */
export function secondsUntilFree(calls: CallCounts, limit: RateLimit, now: number, needed = 1): number {
  let freed = 0;
  for (const [time, calls_] of calls) {
    freed += calls_;
    if (freed >= needed) return Math.max(1, Math.ceil((leavesAt(time, limit) - now) / 1000));
  }
  return Math.max(1, Math.ceil(limit.windowMilliseconds / 1000));
}
