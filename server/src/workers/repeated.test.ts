import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startRepeated } from './repeated.ts';

const silent = { info: () => undefined, warn: () => undefined };

describe('periodic work', () => {
  it('continues after a failure and logs it', async () => {
    const errors: object[] = [];
    const again = Promise.withResolvers<void>();
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error('The database is away.');
      again.resolve();
    };
    const log = { ...silent, error: (details: object) => errors.push(details) };
    const worker = startRepeated({ name: 'work', milliseconds: 1, run }, log);
    await again.promise;
    await worker.stop(60_000);
    assert.equal(errors.length, 1);
    assert.equal((errors[0] as { work: string }).work, 'work');
  });

  it('signals the current run on stop, waits for it, and starts no other', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const released = Promise.withResolvers<void>();
    let runs = 0;
    const run = async (stopping: AbortSignal): Promise<void> => {
      runs += 1;
      begun.resolve(stopping);
      await released.promise;
    };
    const worker = startRepeated({ name: 'work', milliseconds: 1, run }, { ...silent, error: assert.fail });
    const stopping = await begun.promise;
    const stopped = worker.stop(60_000);
    assert.equal(stopping.aborted, true);
    released.resolve();
    await stopped;
    assert.equal(runs, 1);
  });

  it('stops after the grace period when a run does not end', async () => {
    const worker = startRepeated(
      { name: 'work', milliseconds: 1, run: () => new Promise(() => undefined) },
      { ...silent, error: assert.fail },
    );
    await worker.stop(1);
  });

  it('stops without waiting for the next run', async () => {
    const ran = Promise.withResolvers<void>();
    const work = { name: 'work', milliseconds: 3_600_000, run: async () => ran.resolve() };
    const worker = startRepeated(work, { ...silent, error: assert.fail });
    await ran.promise;
    await worker.stop(60_000);
  });
});
