import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weekStarts } from './get-overview.ts';

describe('the weeks of a time zone', () => {
  const shown = (now: string, weeks: number, timeZone: string) =>
    weekStarts(new Date(now), weeks, timeZone).map(({ day, at }) => `${day} ${at.toISOString()}`);

  it('begin on Monday, 00:00 local time', () => {
    assert.deepEqual(shown('2026-11-22T23:30:00Z', 2, 'UTC'), [
      '2026-11-09 2026-11-09T00:00:00.000Z',
      '2026-11-16 2026-11-16T00:00:00.000Z',
    ]);
    assert.deepEqual(shown('2026-11-22T23:30:00Z', 1, 'Europe/Berlin'), [
      '2026-11-23 2026-11-22T23:00:00.000Z',
    ]);
    assert.deepEqual(shown('2026-11-23T05:00:00Z', 1, 'America/Los_Angeles'), [
      '2026-11-16 2026-11-16T08:00:00.000Z',
    ]);
    assert.deepEqual(shown('2026-11-22T12:00:00Z', 1, 'Pacific/Kiritimati'), [
      '2026-11-23 2026-11-22T10:00:00.000Z',
    ]);
  });

  it('follow the change to winter time', () => {
    assert.deepEqual(shown('2026-10-27T12:00:00Z', 2, 'Europe/Berlin'), [
      '2026-10-19 2026-10-18T22:00:00.000Z',
      '2026-10-26 2026-10-25T23:00:00.000Z',
    ]);
  });

  it('reject an unknown time zone', () => {
    assert.throws(() => weekStarts(new Date(), 1, 'Europe/Atlantis'), { code: 'InvalidRequest' });
  });
});
