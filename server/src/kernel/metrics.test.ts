import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedReading } from './metrics.ts';

describe('a shared reading', () => {
  it('is read once for concurrent and later scrapes until it expires', async () => {
    let now = 0;
    let reads = 0;
    const reading = new SharedReading(
      async () => ++reads,
      5_000,
      () => now,
    );
    assert.deepEqual(await Promise.all([reading.get(), reading.get()]), [1, 1]);
    now = 4_999;
    assert.equal(await reading.get(), 1);
    now = 5_000;
    assert.equal(await reading.get(), 2);
  });

  it('is read less often when it takes long', async () => {
    let now = 0;
    let reads = 0;
    const read = async (): Promise<number> => {
      now += 400;
      return ++reads;
    };
    const reading = new SharedReading(read, 5_000, () => now);
    assert.equal(await reading.get(), 1);
    now = 19_999;
    assert.equal(await reading.get(), 1);
    now = 20_000;
    assert.equal(await reading.get(), 2);
  });

  it('is read again after a failure', async () => {
    let reads = 0;
    const read = async (): Promise<number> => {
      reads += 1;
      if (reads === 1) throw new Error('The database is away.');
      return reads;
    };
    const reading = new SharedReading(read, 5_000, () => 0);
    await assert.rejects(reading.get(), /away/);
    assert.equal(await reading.get(), 2);
  });
});
