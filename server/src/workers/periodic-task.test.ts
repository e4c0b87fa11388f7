import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pauseAfter, startPeriodicTask } from './periodic-task.ts';

const silent = { info: () => undefined, warn: () => undefined };

describe('a periodic task', () => {
  it('logs a failed run and continues', async () => {
    const errors: object[] = [];
    const again = Promise.withResolvers<void>();
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error('The database is away.');
      again.resolve();
    };
    const log = { ...silent, error: (details: object) => errors.push(details) };
    const task = startPeriodicTask({ name: 'work', milliseconds: 1, run }, log);
    await again.promise;
    await task.stop(60_000);
    assert.equal(errors.length, 1);
    assert.equal((errors[0] as { task: string }).task, 'work');
  });

  it('signals the current run on stop, waits for its end, and starts no other run', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const released = Promise.withResolvers<void>();
    let runs = 0;
    const run = async (stopping: AbortSignal): Promise<void> => {
      runs += 1;
      begun.resolve(stopping);
      await released.promise;
    };
    const task = startPeriodicTask({ name: 'work', milliseconds: 1, run }, { ...silent, error: assert.fail });
    const stopping = await begun.promise;
    const stopped = task.stop(60_000);
    assert.equal(stopping.aborted, true);
    released.resolve();
    await stopped;
    assert.equal(runs, 1);
  });

  it('stops after the grace period when a run does not end', async () => {
    const task = startPeriodicTask(
      { name: 'work', milliseconds: 1, run: () => new Promise(() => undefined) },
      { ...silent, error: assert.fail },
    );
    await task.stop(1);
  });

  it('measures its interval from the end of a run, or from its start, but pauses for at least half the interval', () => {
    assert.equal(pauseAfter(35_000, { milliseconds: 60_000 }), 60_000);
    assert.equal(pauseAfter(20_000, { milliseconds: 60_000, isFromStart: true }), 40_000);
    assert.equal(pauseAfter(80_000, { milliseconds: 60_000, isFromStart: true }), 30_000);
  });

  it('stops without waiting for the next run', async () => {
    const ran = Promise.withResolvers<void>();
    const options = { name: 'work', milliseconds: 3_600_000, run: async () => ran.resolve() };
    const task = startPeriodicTask(options, { ...silent, error: assert.fail });
    await ran.promise;
    await task.stop(60_000);
  });
});
