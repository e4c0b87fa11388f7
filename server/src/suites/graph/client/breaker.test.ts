import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { TestClock } from '../../../../test/clock.ts';
import { Breaker } from './breaker.ts';
import { GraphFailure } from './failure.ts';

const failure = (status: number, retryAfterSeconds?: number): GraphFailure =>
  new GraphFailure({
    status,
    code: 'NoAnswer',
    message: '',
    retryAfterSeconds,
    call: 'GET /teams',
    requestId: undefined,
  });

describe('the circuit breaker of a tenant', () => {
  let clock: TestClock;
  let breaker: Breaker;
  beforeEach(() => {
    clock = new TestClock(new Date('2026-03-02T08:00:00Z'));
    breaker = new Breaker(clock);
  });

  /** Makes a call that takes some seconds. */
  const call = (outcome: string | GraphFailure, seconds = 0) =>
    breaker.run(async () => {
      clock.advance(seconds);
      return outcome;
    });
  const fail = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await call(failure(0));
  };
  const waitOf = (): number | undefined => {
    try {
      breaker.assertMayCall();
      return undefined;
    } catch (error) {
      assert.ok(error instanceof GraphFailure);
      return error.facts.retryAfterSeconds;
    }
  };

  it('rejects calls after five failures in a row, and lets a probe through after a pause', async () => {
    await fail(4);
    await call('an answer');
    await fail(4);
    assert.equal(waitOf(), undefined);
    await fail(1);
    assert.equal(waitOf(), 5);
    clock.advance(5);
    const probe = Promise.withResolvers<string>();
    const probing = breaker.run(() => probe.promise);
    assert.equal(waitOf(), 5);
    probe.resolve('an answer');
    await probing;
    assert.equal(waitOf(), undefined);
  });

  it('doubles the wait after each failed probe, up to a minute', async () => {
    await fail(5);
    const waits: (number | undefined)[] = [];
    for (let probe = 0; probe < 6; probe += 1) {
      const wait = waitOf();
      waits.push(wait);
      clock.advance(wait ?? 0);
      await call(failure(504), 30);
    }
    assert.deepEqual(waits, [5, 10, 20, 40, 60, 60]);
  });

  it('stays closed while Graph sends Retry-After', async () => {
    for (let time = 0; time < 20; time += 1) await call(failure(time % 2 ? 429 : 503, 5));
    assert.equal(waitOf(), undefined);
  });

  it('limits concurrent calls while responses are slow', async () => {
    for (let time = 0; time < 3; time += 1) await call('a late answer', 8);
    const answer = Promise.withResolvers<string>();
    const slow = Array.from({ length: 8 }, () => breaker.run(() => answer.promise));
    assert.equal(waitOf(), 8);
    await assert.rejects(() => call('another'));
    answer.resolve('an answer');
    await Promise.all(slow);
    assert.equal(waitOf(), undefined);
  });
});
