import assert from 'node:assert/strict';
import { it } from 'node:test';
import { backoff, CONFLICT_BACKOFF, MAX_WRITE_TRIES, retryConflicts } from './retry.ts';

it('the backoff doubles with each attempt up to its maximum, with jitter', () => {
  const waits = (chance: number) =>
    [1, 2, 3, 4].map((tries) => backoff({ first: 100, longest: 500 }, tries, chance));
  assert.deepEqual(waits(0.5), [100, 200, 400, 500]);
  assert.deepEqual(waits(0), [80, 160, 320, 400]);
  assert.deepEqual(waits(1), [120, 240, 480, 600]);
  assert.equal(backoff({ first: 100, longest: 500, jitter: [1, 1.2] }, 1, 0), 100);
});

it('the backoffs after conflicts add up to less than 2 s', () => {
  const longest = Array.from({ length: MAX_WRITE_TRIES - 1 }, (_, index) =>
    backoff(CONFLICT_BACKOFF, index + 1, 1),
  );
  assert.deepEqual(longest.slice(0, 7), [4, 8, 16, 32, 64, 100, 100]);
  assert.ok(longest.reduce((sum, wait) => sum + wait) < 2000);
});

it('retryConflicts repeats a write until it succeeds, and returns its result', async () => {
  const answers = [undefined, undefined, false];
  assert.equal(await retryConflicts(async () => answers.shift(), 'Busy.'), false);
});

it('retryConflicts throws Conflict after the maximum number of attempts', async () => {
  let tries = 0;
  const lose = async () => {
    tries += 1;
    return undefined;
  };
  await assert.rejects(retryConflicts(lose, 'Busy. Try again.'), {
    code: 'Conflict',
    message: 'Busy. Try again.',
  });
  assert.equal(tries, MAX_WRITE_TRIES);
});
