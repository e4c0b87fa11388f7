import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { peaks, SharedReading } from './metrics.ts';

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

describe('a gauge of peaks', () => {
  it('shows the highest value for one to two minutes, and 0 afterwards', async () => {
    let now = 0;
    const registry = new Registry();
    const used = peaks('charter_used_ratio', 'Use', 'budget', () => now, registry);
    const shown = async (): Promise<string[]> =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith('charter_'));
    assert.deepEqual(await shown(), []);
    used.observe('reads', 0.9);
    used.observe('reads', 0.2);
    used.observe('writes', 0.1);
    assert.deepEqual(await shown(), [
      'charter_used_ratio{budget="reads"} 0.9',
      'charter_used_ratio{budget="writes"} 0.1',
    ]);
    now = 60_000;
    used.observe('reads', 0.3);
    assert.match((await shown()).join(), /"reads"} 0\.9,.*"writes"} 0\.1/);
    now = 120_000;
    assert.match((await shown()).join(), /"reads"} 0\.3,.*"writes"} 0$/);
    now = 300_000;
    assert.match((await shown()).join(), /"reads"} 0,.*"writes"} 0$/);
  });
});
