import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallSlots } from './call-slots.ts';

describe('the slots for calls of own steps', () => {
  /** Begins hanging calls until no further call gets a slot. Returns the number of begun calls. */
  function fill(slots: CallSlots, tenantId: string, hookId: string): number {
    let count = 0;
    while (slots.waitFor(tenantId, hookId) === undefined) {
      void slots.run(tenantId, hookId, () => new Promise(() => undefined));
      count += 1;
    }
    return count;
  }

  it('are a quarter of the job slots for a single tenant, and half of that for each of its webhooks', () => {
    const slots = new CallSlots(128);
    assert.equal(fill(slots, 'one', 'hook'), 16);
    const others = Array.from({ length: 40 }, (_, index) => fill(slots, 'one', `hook ${index}`));
    assert.equal(16 + others.reduce((sum, count) => sum + count, 0), 32);
    assert.ok(fill(slots, 'two', 'other') > 0, 'no slot is free for another tenant');
  });

  it('number at least one, even with a single job slot', async () => {
    const slots = new CallSlots(1);
    assert.equal(await slots.run('one', 'hook', async () => 'answer'), 'answer');
    assert.equal(fill(slots, 'one', 'hook'), 1);
  });

  it('are released after failed calls', async () => {
    const slots = new CallSlots(4);
    for (let index = 0; index < 5; index += 1) {
      await assert.rejects(
        slots.run('one', 'hook', () => Promise.reject(new Error('broken'))),
        /broken/,
      );
    }
    assert.equal(await slots.run('one', 'hook', async () => 1), 1);
  });

  it('are denied when all are taken, and the call is not made', async () => {
    const slots = new CallSlots(2);
    assert.equal(fill(slots, 'one', 'hook'), 1);
    let isCalled = false;
    const answer = await slots.run('one', 'hook', async () => {
      isCalled = true;
    });
    assert.deepEqual([answer, isCalled], [undefined, false]);
  });

  describe('when all are taken', () => {
    /** Returns the slots of a node with this many jobs, and a function that makes a call of the given duration. */
    function openSlots(random: number, jobs = 2) {
      let now = 0;
      const slots = new CallSlots(
        jobs,
        () => random,
        () => now,
      );
      const call = (hookId: string, milliseconds: number, fails = false) =>
        slots.run('one', hookId, async () => {
          now += milliseconds;
          if (fails) throw new Error('broken');
        });
      return { slots, call };
    }

    /** Returns the shortest, middle and longest delay of a job after a call of this duration. */
    const delaysAfter = (milliseconds: number | undefined) =>
      Promise.all(
        [0, 0.5, 1].map(async (random) => {
          const { slots, call } = openSlots(random);
          if (milliseconds !== undefined) await call('hook', milliseconds);
          fill(slots, 'one', 'hook');
          return slots.waitFor('one', 'hook');
        }),
      );

    it('delay a job by 5 to 20 s before any call has ended', async () => {
      assert.deepEqual(await delaysAfter(undefined), [5_000, 12_500, 20_000]);
    });

    it('delay a job by one to four times the duration of the latest call', async () => {
      assert.deepEqual(await delaysAfter(3_000), [3_000, 7_500, 12_000]);
    });

    it('delay a job by at least 1 s and at most 60 s', async () => {
      assert.deepEqual(await delaysAfter(0), [1_000, 1_000, 1_000]);
      assert.deepEqual(await delaysAfter(400), [1_000, 1_000, 1_600]);
      assert.deepEqual(await delaysAfter(30_000), [30_000, 60_000, 60_000]);
      assert.deepEqual(await delaysAfter(600_000), [60_000, 60_000, 60_000]);
    });

    it('delay a job by the duration of the latest call even if it failed', async () => {
      const { slots, call } = openSlots(0);
      await call('hook', 2_000);
      await assert.rejects(call('hook', 7_000, true), /broken/);
      fill(slots, 'one', 'hook');
      assert.equal(slots.waitFor('one', 'hook'), 7_000);
    });

    it('delay a job by the webhook’s latest call, or the tenant’s when all slots of the tenant are taken', async () => {
      const { slots, call } = openSlots(0, 16);
      await call('slow', 9_000);
      await call('fast', 2_000);
      fill(slots, 'one', 'slow');
      assert.equal(slots.waitFor('one', 'slow'), 9_000);
      assert.equal(slots.waitFor('one', 'fast'), undefined);
      for (let hook = 0; hook < 16; hook += 1) fill(slots, 'one', `further ${hook}`);
      assert.equal(slots.waitFor('one', 'slow'), 2_000);
    });
  });
});
