import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { monthsAfter } from './clock.ts';

describe('monthsAfter', () => {
  for (const [from, months, expected] of [
    ['2026-01-15T10:00:00Z', 12, '2027-01-15T10:00:00.000Z'],
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
    ['2028-02-29T00:00:00Z', 48, '2032-02-29T00:00:00.000Z'],
    ['2026-11-30T10:00:00Z', 3, '2027-02-28T10:00:00.000Z'],
    ['2026-12-31T23:00:00Z', 2, '2027-02-28T23:00:00.000Z'],
    ['2026-12-31T23:00:00Z', 1, '2027-01-31T23:00:00.000Z'],
    ['2026-08-31T00:00:00Z', 1, '2026-09-30T00:00:00.000Z'],
    ['2026-08-31T00:00:00Z', 120, '2036-08-31T00:00:00.000Z'],
    ['2026-08-31T00:00:00Z', 0, '2026-08-31T00:00:00.000Z'],
  ] as const)
    it(`returns ${expected} for ${months} months after ${from}`, () => {
      const time = new Date(from);
      assert.equal(monthsAfter(time, months).toISOString(), expected);
      assert.equal(time.getTime(), Date.parse(from), 'the given time stays');
    });
});
