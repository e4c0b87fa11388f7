/**
 * Rules that use much memory of the sandbox. Each test takes seconds of processor time.
 * @long
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleScope, TENANT } from '../../test/sample-scope.ts';
import { UNLIMITED_TIME } from '../../test/unlimited-rule-time.ts';
import { createRuleEngine } from './engine.ts';

const unhurried = createRuleEngine({ limits: UNLIMITED_TIME });
after(() => unhurried.close());

describe('audience rules that need much memory', () => {
  it('return verdicts after rules that leave much garbage', async () => {
    const littering = Array.from(
      { length: 40 },
      (_, index) => `(() => { const a = { text: '${index}'.repeat(4e5) }; a.self = a; return true; })()`,
    );
    const verdicts = await unhurried.evaluateAudience(TENANT, littering, sampleScope());
    assert.deepEqual(
      verdicts,
      littering.map(() => ({ allowed: true })),
    );
  });

  it('get enough memory next to rules that retain much of it', async () => {
    const bulky = Array.from(
      { length: 60 },
      (_, index) => `[${'()=>0,'.repeat(2_500)}${index}].length === 2501`,
    );
    const verdicts = await unhurried.evaluateAudience(TENANT, bulky, sampleScope());
    assert.deepEqual(
      verdicts,
      bulky.map(() => ({ allowed: true })),
    );
  });
});
