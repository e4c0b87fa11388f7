import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { IdleMemory, releaseMemory } from './idle-memory.ts';

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

describe('the memory of a node', () => {
  it('is released once, after five idle minutes that follow a busy one', () => {
    let released = 0;
    const memory = new IdleMemory(() => {
      released += 1;
    });
    const releasedAfter = (...shares: number[]): number => {
      for (const share of shares) memory.minutePassed(share);
      return released;
    };
    assert.equal(releasedAfter(0, 0, 0, 0, 0, 0), 0, 'it was never busy');
    assert.equal(releasedAfter(0.9, 0, 0.05, 0, 0), 0);
    assert.equal(releasedAfter(0.5, 0, 0, 0, 0), 0, 'a busy minute starts the count again');
    assert.equal(releasedAfter(0), 1);
    assert.equal(releasedAfter(0, 0, 0, 0, 0, 0), 1);
    assert.equal(releasedAfter(1, 0, 0, 0, 0, 0), 2);
  });

  it('shrinks the space of young objects, and frees what nobody holds', async () => {
    let large: object | undefined = { text: 'x'.repeat(1000) };
    const held = new WeakRef(large);
    const survivors: object[] = [];
    // Survivors of collections make V8 grow the space.
    for (let round = 0; round < 40; round += 1) {
      for (let index = 0; index < 50_000; index += 1) survivors.push({ index });
      survivors.splice(0, 25_000);
    }
    const grown = youngBytes();
    survivors.length = 0;
    large = undefined;
    // A WeakRef keeps its object until the end of the present task.
    await setImmediate();
    releaseMemory();
    assert.equal(held.deref(), undefined);
    assert.ok(youngBytes() < grown, `${youngBytes()} of ${grown} bytes`);
  });
});
