import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallPlaces } from './call-places.ts';

describe('the places for calls of own steps', () => {
  /** Begins calls that hang until no further one gets a place. Returns their number. */
  function fill(places: CallPlaces, tenantId: string, hookId: string): number {
    let count = 0;
    while (places.waitFor(tenantId, hookId) === undefined) {
      void places.run(tenantId, hookId, () => new Promise(() => undefined));
      count += 1;
    }
    return count;
  }

  it('are a quarter of the job slots for a single tenant, and half of that for each of its webhooks', () => {
    const places = new CallPlaces(128);
    assert.equal(fill(places, 'one', 'hook'), 16);
    const others = Array.from({ length: 40 }, (_, index) => fill(places, 'one', `hook ${index}`));
    assert.equal(16 + others.reduce((sum, count) => sum + count, 0), 32);
    assert.ok(fill(places, 'two', 'other') > 0, 'another tenant finds places');
  });

  it('are at least one', async () => {
    const places = new CallPlaces(1);
    assert.equal(await places.run('one', 'hook', async () => 'answer'), 'answer');
    assert.equal(fill(places, 'one', 'hook'), 1);
  });

  it('are released after a call, also after a failed one', async () => {
    const places = new CallPlaces(4);
    for (let index = 0; index < 5; index += 1) {
      await assert.rejects(
        places.run('one', 'hook', () => Promise.reject(new Error('broken'))),
        /broken/,
      );
    }
    assert.equal(await places.run('one', 'hook', async () => 1), 1);
  });

  it('are denied without a call when all are taken', async () => {
    const places = new CallPlaces(2);
    assert.equal(fill(places, 'one', 'hook'), 1);
    let isCalled = false;
    const answer = await places.run('one', 'hook', async () => {
      isCalled = true;
    });
    assert.deepEqual([answer, isCalled], [undefined, false]);
  });

  it('delay a job by 5 to 20 s when all are taken and no call has ended', () => {
    const waits = [0, 0.5, 1].map((random) => {
      const places = new CallPlaces(2, () => random);
      fill(places, 'one', 'hook');
      return places.waitFor('one', 'hook');
    });
    assert.deepEqual(waits, [5_000, 12_500, 20_000]);
  });
});
