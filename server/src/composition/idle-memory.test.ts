import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { allowHeapGrowth, IdleMemory, releaseMemory } from './idle-memory.ts';

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/** Makes V8 grow the young generation, with objects that survive collections. */
function makeSurvivors(): void {
  const survivors: object[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let index = 0; index < 50_000; index += 1) survivors.push({ index });
    survivors.splice(0, 25_000);
  }
}

describe('the memory of a node', () => {
  it('is released once after three idle minutes that follow a busy minute or burst', () => {
    let released = 0;
    let grown = 0;
    const memory = new IdleMemory({
      release: () => {
        released += 1;
      },
      grow: () => {
        grown += 1;
      },
    });
    const releasedAfter = (...shares: number[]): number => {
      for (const share of shares) memory.minutePassed(share);
      return released;
    };
    assert.equal(releasedAfter(0, 0, 0, 0), 0, 'it was never busy');
    assert.equal(releasedAfter(0.9, 0, 0.05), 0);
    assert.equal(releasedAfter(0.5, 0, 0), 0, 'a busy minute starts the count again');
    assert.equal(releasedAfter(0), 1);
    assert.equal(releasedAfter(0, 0, 0, 0), 1);
    const before = grown;
    assert.equal(releasedAfter(1, 1, 0, 0, 0), 2);
    assert.equal(grown, before + 1, 'it grows with the first busy minute');
    memory.burstPassed(0.2);
    assert.equal(grown, before + 1);
    memory.burstPassed(0.9);
    assert.equal(grown, before + 2, 'it grows within seconds of a burst');
    assert.equal(releasedAfter(0, 0), 2);
    assert.equal(releasedAfter(0), 3, 'it is released after the burst too');
  });

  it('is released by a smaller young generation and a garbage collection', async () => {
    let large: object | undefined = { text: 'x'.repeat(1000) };
    const held = new WeakRef(large);
    makeSurvivors();
    const grown = youngBytes();
    large = undefined;
    // A WeakRef keeps its object alive until the end of the current task.
    await setImmediate();
    releaseMemory();
    assert.equal(held.deref(), undefined);
    assert.ok(youngBytes() < grown, `${youngBytes()} of ${grown} bytes`);
  });

  it('does not grow before growth is allowed again', () => {
    releaseMemory();
    makeSurvivors();
    const released = youngBytes();
    allowHeapGrowth();
    makeSurvivors();
    assert.ok(youngBytes() > 4 * released, `${youngBytes()} of ${released} bytes`);
  });
});
