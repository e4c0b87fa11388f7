import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CharterError } from '../../kernel/errors.ts';
import { isTransient, MAX_TRIES, toStepError, waitMilliseconds } from './retry.ts';

const FIRST = '01a1fb81-e8b1-7367-a579-417a0b500000';
const LAST = '01a1fb81-e8b1-7367-a579-417a0b50ffff';

const NOT_ASKED = { retryAfterSeconds: undefined };

const networkError = (code: string) => Object.assign(new Error(code), { code });

describe('failures of a step', () => {
  it('are retried when the suite or the network fails', () => {
    for (const error of [
      new CharterError('SuiteError', 'x'),
      new CharterError('ServiceUnavailable', 'x'),
      networkError('ECONNRESET'),
      networkError('UND_ERR_HEADERS_TIMEOUT'),
      new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
      new TypeError('fetch failed', { cause: networkError('ENOTFOUND') }),
    ]) {
      assert.equal(isTransient(toStepError(error)), true, String(error));
    }
  });

  it('are final when the suite rejects the change or the service has a bug', () => {
    for (const error of [
      new CharterError('NotFound', 'x'),
      new CharterError('Conflict', 'x'),
      new TypeError('undefined is not a function'),
      networkError('ERR_INVALID_ARG_TYPE'),
      'thrown text',
    ]) {
      assert.equal(isTransient(toStepError(error)), false, String(error));
    }
  });

  it('hide the cause of a bug from the public message', () => {
    const error = toStepError(new TypeError('password is hunter2'));
    assert.equal(error.code, 'InternalError');
    assert.doesNotMatch(error.message, /hunter2/);
    assert.ok(error.cause instanceof TypeError);
  });
});

describe('the wait before the next try', () => {
  it('doubles each time, with at most 20 % jitter, to about ten minutes in total', () => {
    assert.equal(waitMilliseconds(FIRST, 1, NOT_ASKED), 5_000);
    assert.equal(waitMilliseconds(FIRST, 2, NOT_ASKED), 10_000);
    assert.equal(waitMilliseconds(LAST, 1, NOT_ASKED), 6_000);
    const all = Array.from({ length: MAX_TRIES - 1 }, (_, index) =>
      waitMilliseconds(FIRST, index + 1, NOT_ASKED),
    );
    assert.equal(
      all.reduce((sum, wait) => sum + wait, 0),
      635_000,
    );
  });

  it('is at least as long as the suite asks, and at most an hour plus jitter', () => {
    assert.equal(waitMilliseconds(FIRST, 1, { retryAfterSeconds: 30 }), 30_000);
    assert.equal(waitMilliseconds(LAST, 5, { retryAfterSeconds: 30 }), 36_000);
    assert.equal(waitMilliseconds(FIRST, 1, { retryAfterSeconds: 86_400 }), 3_600_000);
  });

  it('has no jitter when the suite has reserved a time for the job', () => {
    assert.equal(waitMilliseconds(LAST, 5, { retryAfterSeconds: 30.25, isReserved: true }), 30_250);
    assert.equal(waitMilliseconds(LAST, 5, { retryAfterSeconds: 7_200, isReserved: true }), 7_200_000);
  });
});
