import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultLimits } from './limits.ts';
import { Watchdog, watchMilliseconds } from './watchdog.ts';

const { stallMilliseconds, prepareMilliseconds, backstopMilliseconds } = defaultLimits;
const UNIT = { startedUnits: 1, isPreparing: false };
const NEXT_UNIT = { startedUnits: 2, isPreparing: false };
const SCOPE = { startedUnits: 0, isPreparing: true };

describe('the watchdog of the sandbox', () => {
  it('does not end a unit that gets little CPU time on a busy machine', () => {
    const watchdog = new Watchdog(defaultLimits, 0);
    for (let now = watchMilliseconds; now < backstopMilliseconds; now += watchMilliseconds) {
      assert.equal(watchdog.check(UNIT, now), 'progress');
      assert.equal(watchdog.measure(UNIT, 500 + now / 200), 'progress');
    }
  });

  it('suspects a unit after half of its CPU time and ends it after all of it', () => {
    const watchdog = new Watchdog(defaultLimits, 0);
    watchdog.check(UNIT, 20);
    assert.equal(watchdog.measure(UNIT, 500), 'progress');
    watchdog.check(UNIT, 40);
    assert.equal(watchdog.measure(UNIT, 499 + stallMilliseconds / 2), 'progress');
    assert.equal(watchdog.measure(UNIT, 500 + stallMilliseconds / 2), 'suspicious');
    assert.equal(watchdog.measure(UNIT, 500 + stallMilliseconds), 'stalled');
  });

  it('counts the CPU time of each unit from its own start', () => {
    const watchdog = new Watchdog(defaultLimits, 0);
    watchdog.check(UNIT, 20);
    watchdog.measure(UNIT, 500);
    watchdog.check(NEXT_UNIT, 40);
    assert.equal(watchdog.measure(NEXT_UNIT, 500 + stallMilliseconds), 'progress');
    assert.equal(watchdog.measure(NEXT_UNIT, 500 + 2 * stallMilliseconds), 'stalled');
  });

  it('ignores the CPU time that was read while another unit began', () => {
    const watchdog = new Watchdog(defaultLimits, 0);
    watchdog.check(UNIT, 20);
    watchdog.measure(UNIT, 500);
    assert.equal(watchdog.measure(NEXT_UNIT, 500 + stallMilliseconds), 'progress');
  });

  it('allows more CPU time for reading the scope', () => {
    const watchdog = new Watchdog(defaultLimits, 0);
    watchdog.check(SCOPE, 20);
    watchdog.measure(SCOPE, 500);
    assert.equal(watchdog.measure(SCOPE, 500 + stallMilliseconds), 'progress');
    assert.equal(watchdog.measure(SCOPE, 500 + prepareMilliseconds), 'stalled');
  });

  it('ends a unit whose CPU time cannot be read after the wall-clock limit', () => {
    const watchdog = new Watchdog(defaultLimits, 0);
    let now = watchMilliseconds;
    for (; now <= backstopMilliseconds; now += watchMilliseconds) {
      assert.equal(watchdog.check(UNIT, now), 'progress');
    }
    assert.equal(watchdog.check(UNIT, now), 'stalled');
  });

  it('does not count the time in which the service itself was suspended', () => {
    const watchdog = new Watchdog(defaultLimits, 0);
    watchdog.check(UNIT, 20);
    assert.equal(watchdog.check(UNIT, 20 + 2 * backstopMilliseconds), 'progress');
  });
});
