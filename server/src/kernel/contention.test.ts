import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MOST_TRIES, pauseAfter } from './contention.ts';

it('should wait longer after each try, by chance, and for less than 2 s in all', () => {
  const longest = Array.from({ length: MOST_TRIES - 1 }, (_, index) => pauseAfter(index + 1, 1));
  assert.deepEqual(longest.slice(0, 7), [4, 8, 16, 32, 64, 100, 100]);
  assert.ok(longest.reduce((sum, pause) => sum + pause) < 2000);
  assert.deepEqual([pauseAfter(3, 0), pauseAfter(3, 0.5)], [0, 8]);
});
