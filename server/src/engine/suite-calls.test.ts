import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CharterError } from '../kernel/errors.ts';
import { PROCESS_METRICS } from '../kernel/metrics.ts';
import { measureCalls } from './suite-calls.ts';

const COUNTS = /^charter_suite_call_duration_seconds_count\{call="test\.(\w+)",outcome="(\w+)"\} (\d+)$/gm;

describe('the measured calls of a suite', () => {
  it('are counted by method and outcome, and return the same results', async () => {
    const fail = (error: unknown) => async () => {
      throw error;
    };
    const { test } = measureCalls({
      test: {
        find: async (id: string) => `Team ${id}`,
        busy: fail(new CharterError('ServiceUnavailable', 'Busy.', { retryAfterSeconds: 5 })),
        broken: fail(new CharterError('SuiteError', 'Broken.')),
        missing: fail(new CharterError('NotFound', 'Gone.')),
        faulty: fail(new TypeError('x')),
        limit: () => 20,
      },
    });
    assert.equal(await test.find('a'), 'Team a');
    assert.equal(test.limit(), 20);
    for (const call of [test.busy, test.broken, test.missing, test.faulty]) await assert.rejects(call());
    const counted = [...(await PROCESS_METRICS.metrics()).matchAll(COUNTS)].map(([, ...found]) =>
      found.join(' '),
    );
    assert.deepEqual(counted.sort(), [
      'broken failed 1',
      'busy delayed 1',
      'faulty failed 1',
      'find success 1',
      'missing rejected 1',
    ]);
  });
});
