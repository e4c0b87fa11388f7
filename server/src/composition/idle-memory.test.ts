import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { getHeapSpaceStatistics } from 'node:v8';
import { allowHeapGrowth, collectGarbage, IdleMemory } from './idle-memory.ts';

const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
const usesGlibc = header.glibcVersionRuntime !== undefined;

/** Frees 99 MB of native memory in blocks of 1,000 bytes, and releases memory. One block in a hundred stays in use. */
const PROGRAM = `
  const { releaseMemory } = await import('${join(import.meta.dirname, 'idle-memory.ts')}');
  let blocks = Array.from({ length: 100_000 }, () => Buffer.allocUnsafeSlow(1_000).fill(1));
  blocks = blocks.filter((_, index) => index % 100 === 0);
  const write = (fields) => console.log(JSON.stringify({ ...fields, used: blocks.length }));
  await releaseMemory({ info: write, debug: console.error });`;
const MINIMUM_TRIMMED_MEGABYTES = 80;

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
  it('is released once after three idle minutes that follow the start, a busy minute or a burst', () => {
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
    assert.equal(releasedAfter(0, 0), 0);
    assert.equal(releasedAfter(0), 1, 'the start was busy');
    assert.equal(releasedAfter(0, 0, 0, 0), 1);
    assert.equal(releasedAfter(0.9, 0, 0.05), 1);
    assert.equal(releasedAfter(0.5, 0, 0), 1, 'a busy minute starts the count again');
    assert.equal(releasedAfter(0), 2);
    assert.equal(releasedAfter(0, 0, 0, 0), 2);
    const before = grown;
    assert.equal(releasedAfter(1, 1, 0, 0, 0), 3);
    assert.equal(grown, before + 1, 'it grows with the first busy minute');
    memory.burstPassed(0.2);
    assert.equal(grown, before + 1);
    memory.burstPassed(0.9);
    assert.equal(grown, before + 2, 'it grows within seconds of a burst');
    assert.equal(releasedAfter(0, 0), 3);
    assert.equal(releasedAfter(0), 4, 'it is released after the burst too');
  });

  it('is released in the first idle seconds after the start, and may grow again', () => {
    const reactions = (...shares: number[]): string[] => {
      const seen: string[] = [];
      const memory = new IdleMemory({ release: () => seen.push('release'), grow: () => seen.push('grow') });
      for (const share of shares) memory.burstPassed(share);
      return seen;
    };
    assert.deepEqual(reactions(0.05, 0, 0), ['release', 'grow']);
    assert.deepEqual(reactions(0.2), [], 'it is not idle');
    assert.deepEqual(reactions(0.2, 0), ['release', 'grow']);
    assert.deepEqual(reactions(0.9, 0, 0), [], 'load began at once');
  });

  it('is released by a garbage collection that also shrinks the young generation', async () => {
    let large: object | undefined = { text: 'x'.repeat(1000) };
    const held = new WeakRef(large);
    makeSurvivors();
    const grown = youngBytes();
    large = undefined;
    // A WeakRef keeps its object alive until the end of the current task.
    await setImmediate();
    collectGarbage();
    assert.equal(held.deref(), undefined);
    assert.ok(youngBytes() < grown, `${youngBytes()} of ${grown} bytes`);
  });

  it('does not grow before growth is allowed again', () => {
    collectGarbage();
    makeSurvivors();
    const released = youngBytes();
    allowHeapGrowth();
    makeSurvivors();
    assert.ok(youngBytes() > 4 * released, `${youngBytes()} of ${released} bytes`);
  });

  it('is returned to the system when native code has freed small blocks between blocks still in use', {
    skip: !usesGlibc && 'needs glibc',
  }, async (t) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      PROGRAM,
    ]);
    assert.equal(stderr, '');
    const { before, collected, trimmed } = JSON.parse(stdout);
    t.diagnostic(`${before} MB, ${collected} MB after the collection, ${trimmed} MB at last`);
    assert.ok(collected - trimmed > MINIMUM_TRIMMED_MEGABYTES, stdout);
  });
});
