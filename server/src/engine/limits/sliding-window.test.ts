import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { RateLimit } from './ports.ts';
import {
  addCall,
  type CallCounts,
  callsInWindow,
  countCalls,
  mergeCalls,
  secondsUntilFree,
} from './sliding-window.ts';

const MINUTE = 60_000;
const limitOf = (max: number): RateLimit => ({ max, windowMilliseconds: MINUTE });

describe('a sliding window of calls', () => {
  it('counts a call for exactly one minute when the limit is small', () => {
    const limit = limitOf(6);
    const calls = addCall([], limit, 1_000);
    assert.equal(countCalls(callsInWindow(calls, limit, 1_000 + MINUTE - 1)), 1);
    assert.equal(countCalls(callsInWindow(calls, limit, 1_000 + MINUTE)), 0);
  });

  it('has one entry per millisecond for limits of at most 128, and one per slot for higher limits', () => {
    const entriesOf = (max: number): number =>
      Array.from({ length: MINUTE / 100 }, (_, index) => Math.floor(index / 2) * 200).reduce<CallCounts>(
        (calls, time) => addCall(calls, limitOf(max), time),
        [],
      ).length;
    assert.deepEqual([entriesOf(128), entriesOf(129)], [300, 60]);
  });

  it('counts all calls of the last minute, and none that is more than a slot older', () => {
    const times = fc.array(fc.integer({ min: 0, max: 3 * MINUTE }), { maxLength: 300 });
    fc.assert(
      fc.property(times, fc.constantFrom(6, 60, 600, 100_000), fc.nat(4 * MINUTE), (unsorted, max, later) => {
        const limit = limitOf(max);
        const moments = [...unsorted].sort((a, b) => a - b);
        const now = Math.max(later, moments.at(-1) ?? 0);
        const calls = moments.reduce<CallCounts>(
          (list, time) => addCall(callsInWindow(list, limit, time), limit, time),
          [],
        );
        const counted = countCalls(callsInWindow(calls, limit, now));
        const slot = max <= 128 ? 1 : MINUTE / 60;
        const recent = (margin: number) => moments.filter((time) => time > now - MINUTE - margin).length;
        assert.ok(counted >= recent(0), 'counts every call of the last minute');
        assert.ok(counted <= recent(slot), 'counts no call that is out of the window');
        assert.ok(calls.length <= Math.max(128, 62), 'stays short');
      }),
    );
  });

  it('has room for the requested calls after the returned number of seconds', () => {
    const arbitrary = fc.array(fc.integer({ min: 0, max: MINUTE }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(
        arbitrary,
        fc.constantFrom(6, 600),
        fc.integer({ min: 1, max: 10 }),
        (unsorted, max, wanted) => {
          const limit = limitOf(max);
          const moments = [...unsorted].sort((a, b) => a - b);
          const now = moments.at(-1) as number;
          const calls = callsInWindow(
            moments.reduce<CallCounts>((list, time) => addCall(list, limit, time), []),
            limit,
            now,
          );
          const needed = Math.min(wanted, countCalls(calls));
          const after = now + 1000 * secondsUntilFree(calls, limit, now, needed);
          assert.ok(countCalls(calls) - countCalls(callsInWindow(calls, limit, after)) >= needed);
        },
      ),
    );
  });

  it('merges two lists into one, oldest first, and adds up the counts of equal times', () => {
    const times = fc.uniqueArray(fc.nat(50), { maxLength: 20 });
    const list = times.map<CallCounts>((unsorted) =>
      [...unsorted].sort((a, b) => a - b).map((time) => [time, time + 1]),
    );
    fc.assert(
      fc.property(list, list, (calls, others) => {
        const sums = new Map(calls);
        for (const [time, count] of others) sums.set(time, (sums.get(time) ?? 0) + count);
        assert.deepEqual(
          mergeCalls(calls, others),
          [...sums].sort(([a], [b]) => a - b),
        );
      }),
    );
  });
});
