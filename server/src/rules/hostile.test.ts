/**
 * @timed: valid sources must end within the real limits of the sandbox, so scripts/test.mjs runs this file alone.
 * `npm run bench -- rules` measures how soon hostile sources end, and how long they delay the event loop.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { HOSTILE_CONVENTIONS, HOSTILE_RULES, iife } from '../../test/hostile-sources.ts';
import { sampleScope, TENANT } from '../../test/sample-scope.ts';
import type { RuleFailure, RuleFailureKind } from '../domain/catalog/rules.ts';
import { createRuleEngine } from './engine.ts';

describe('hostile sources', () => {
  const engine = createRuleEngine();
  after(() => engine.close());

  const assertClear = (failure: RuleFailure | undefined, kinds: RuleFailureKind[]): void => {
    assert.ok(failure, 'it should have failed');
    assert.ok(kinds.includes(failure.kind), `${failure.kind}: ${failure.message}`);
    assert.match(failure.message, /^\S.{5,398}\S$/);
    assert.equal(failure.repeated, false);
  };

  /** Waits for the sandbox, so that its start does not count towards the time of the next rule. */
  const settled = () => engine.evaluateAudience(TENANT, ['true'], sampleScope());

  for (const [name, [source, ...kinds]] of Object.entries(HOSTILE_RULES)) {
    it(`fail as a rule: ${name}`, async () => {
      await settled();
      const [verdict] = await engine.evaluateAudience(TENANT, [source], sampleScope());
      assert.equal(verdict?.allowed, false);
      assertClear(verdict.failure, kinds);
    });
  }

  for (const [name, [source, ...kinds]] of Object.entries(HOSTILE_CONVENTIONS)) {
    it(`fail as a convention: ${name}`, async () => {
      await settled();
      const { it: outcome } = await engine.renderConventions(TENANT, { it: source }, sampleScope());
      assert.ok(outcome && 'failure' in outcome, JSON.stringify(outcome));
      assertClear(outcome.failure, kinds);
    });
  }

  it('change no global object of later rules or of the host', async () => {
    assert.equal((globalThis as { leak?: unknown }).leak, undefined);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    const sane = [
      `user.department === 'Sales'`,
      'user.polluted === undefined',
      `typeof leak === 'undefined'`,
      `!['other'].includes('group-1')`,
    ];
    const verdicts = await engine.evaluateAudience(TENANT, sane, sampleScope());
    assert.deepEqual(
      verdicts,
      sane.map(() => ({ allowed: true })),
    );
  });

  it('are quarantined after a repeated failure', async () => {
    const stubborn = `new Array(2e8).join('') === 'stubborn'`;
    const [first] = await engine.evaluateAudience(TENANT, [stubborn], sampleScope());
    const [second] = await engine.evaluateAudience(TENANT, [stubborn], sampleScope({ id: 'u2' }));
    assert.deepEqual(second, { allowed: false, failure: { ...first?.failure, repeated: true } });
  });
});

describe('valid sources next to hostile ones', () => {
  const engine = createRuleEngine();
  after(() => engine.close());
  const hang = (salt: number): string => `new Array(2e8).join('') === '${salt}'`;
  const loop = (salt: number): string => iife(`for (;;) ${salt}`);

  it('get their verdicts in the same batch', async () => {
    const rules = [
      'true',
      hang(1),
      'user.x.y',
      `user.country === 'DE'`,
      loop(1),
      'false',
      hang(2),
      `'a' < 'b'`,
    ];
    const verdicts = await engine.evaluateAudience(TENANT, rules, sampleScope());
    assert.deepEqual(
      verdicts.map((verdict) => verdict.failure?.kind ?? verdict.allowed),
      [true, 'timeout', 'error', true, 'timeout', false, 'timeout', true],
    );
  });

  it('get their verdicts and texts in concurrent calls', async () => {
    const calls = Array.from({ length: 12 }, async (_, index) => {
      const scope = sampleScope({ index });
      if (index % 4 === 3) {
        const outcomes = await engine.renderConventions(
          TENANT,
          { bad: `<% for (;;) ${index}; %>`, good: '<%= user.index %>' },
          scope,
        );
        assert.ok(outcomes.bad && 'failure' in outcomes.bad);
        return assert.deepEqual(outcomes.good, { text: `${index}` });
      }
      const bad = index % 4 === 0 ? [hang(100 + index)] : [];
      const verdicts = await engine.evaluateAudience(TENANT, [...bad, `user.index === ${index}`], scope);
      assert.deepEqual(verdicts.at(-1), { allowed: true });
      if (bad.length > 0) assert.equal(verdicts[0]?.failure?.kind, 'timeout');
    });
    await Promise.all(calls);
  });

  it('run before the hostile sources of their batch after an earlier success', async () => {
    const shortBatches = createRuleEngine({ limits: { batchMilliseconds: 600 } });
    try {
      const honest = Array.from({ length: 5 }, (_, index) => `user.country !== 'X${index}'`);
      await shortBatches.evaluateAudience(TENANT, honest, sampleScope());
      const hostile = Array.from({ length: 60 }, (_, index) => hang(200 + index));
      const verdicts = await shortBatches.evaluateAudience(TENANT, [...hostile, ...honest], sampleScope());
      assert.deepEqual(
        verdicts.slice(60),
        honest.map(() => ({ allowed: true })),
      );
      const reasons = verdicts.slice(0, 60).map((verdict) => verdict.failure?.message ?? '');
      assert.match(reasons[0] ?? '', /stopped/);
      assert.match(reasons[59] ?? '', /did not run/);
      assert.ok(verdicts.slice(0, 60).every(({ failure }) => failure?.kind === 'timeout'));
    } finally {
      await shortBatches.close();
    }
  });

  it('run again after the quarantine', async () => {
    let now = Date.parse('2024-01-01T00:00:00Z');
    const clockedEngine = createRuleEngine({ clock: { now: () => new Date(now) } });
    try {
      const onlyForOne = `user.id === 'u1' ? ${loop(7)} : true`;
      const verdictFor = async (id: string) =>
        (await clockedEngine.evaluateAudience(TENANT, [onlyForOne], sampleScope({ id })))[0];
      assert.equal((await verdictFor('u1'))?.failure?.repeated, false);
      now += 59_000;
      assert.equal((await verdictFor('u2'))?.failure?.repeated, true);
      now += 2_000;
      assert.deepEqual(await verdictFor('u2'), { allowed: true });
    } finally {
      await clockedEngine.close();
    }
  });
});
