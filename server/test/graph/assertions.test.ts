import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRetryAfterRespected } from './assertions.ts';
import type { RecordedCall } from './calls.ts';

const PATH = '/teams/one/members';

/** Creates the record of a call. */
const call = (
  number: number,
  second: number,
  run: string,
  more: Partial<RecordedCall> = {},
): RecordedCall => ({
  number,
  at: second * 1000,
  method: 'GET',
  path: PATH,
  route: 'GET /teams/{team}/members',
  run,
  exceeded: [],
  answeredAfter: number,
  ...more,
});

const THROTTLED = call(1, 0, '7', { status: 429, retryAfterSeconds: 16 });

const check = (...later: RecordedCall[]) =>
  assertRetryAfterRespected({ all: [THROTTLED, ...later], deaths: [] });

describe('the assertion about Retry-After', () => {
  it('accepts a call after the Retry-After time, and one that began before the response', () => {
    check(call(2, 16, '7'));
    const crossing = { ...THROTTLED, answeredAfter: 2 };
    assertRetryAfterRespected({ all: [crossing, call(2, 0, '7')], deaths: [] });
  });

  it('accepts a call of another run at the time of the response', () => check(call(2, 0, '8')));

  it('rejects a call before the Retry-After time, by the same run or later by another run', () => {
    assert.throws(() => check(call(2, 0, '7')), /came 16 s before its time/);
    assert.throws(() => check(call(2, 1, '8')), /came 15 s before its time/);
    assert.throws(() => check(call(2, 15, '7')), /came 1 s before its time/);
  });
});
