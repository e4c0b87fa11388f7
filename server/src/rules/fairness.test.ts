import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleScope } from '../../test/sample-scope.ts';
import { UNLIMITED_TIME } from '../../test/unlimited-rule-time.ts';
import { isCharterError } from '../kernel/errors.ts';
import { createRuleEngine } from './engine.ts';
import { maximumSourceLength, type RuleLimits } from './limits.ts';

const WAIT_MILLISECONDS = 5_000;

/** Returns a rule that takes some milliseconds. `salt` makes its source unique. */
const slow = (salt: number | string): string =>
  `(() => { let sum = 0; for (let i = 0; i < 5e4; i += 1) sum += i; return sum > 0 && '${salt}' !== '' })()`;

const hang = (salt: string): string => `new Array(2e8).join('') === '${salt}'`;

/** Runs the test with an engine with generous limits, so that no rule fails on a busy machine. */
const withEngine = async (
  limits: Partial<RuleLimits>,
  work: (engine: ReturnType<typeof createRuleEngine>) => Promise<void>,
  clock?: { now(): Date },
): Promise<void> => {
  const engine = createRuleEngine({ limits: { ...UNLIMITED_TIME, ...limits }, ...(clock && { clock }) });
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
};

const rejectedWith503 = (outcome: PromiseSettledResult<unknown>): boolean =>
  outcome.status === 'rejected' &&
  isCharterError(outcome.reason) &&
  outcome.reason.code === 'ServiceUnavailable' &&
  (outcome.reason.retryAfterSeconds ?? 0) > 0;

describe('the queue of the sandbox', () => {
  it('serves another tenant after at most one call of a tenant with many calls', () =>
    withEngine({ sandboxes: 1 }, async (engine) => {
      let finished = 0;
      const calls = Array.from({ length: 37 }, async (_, person) => {
        await engine.evaluateAudience('busy', [slow(person)], sampleScope());
        finished += 1;
      });
      await engine.evaluateAudience('quiet', ['true'], sampleScope());
      assert.ok(finished <= 1, `${finished} calls of the busy tenant went first`);
      await Promise.all(calls);
    }));

  it('serves another tenant between the slices of a long call', () =>
    withEngine({ sandboxes: 1, sliceMilliseconds: 0 }, async (engine) => {
      let finished = false;
      const long = engine
        .evaluateAudience(
          'busy',
          Array.from({ length: 60 }, (_, index) => slow(index)),
          sampleScope(),
        )
        .then(() => {
          finished = true;
        });
      await engine.evaluateAudience('quiet', ['true'], sampleScope());
      assert.equal(finished, false);
      await long;
    }));

  it('serves a short call between the slices of long calls of the same tenant', () =>
    withEngine({ sandboxes: 1, sliceMilliseconds: 0 }, async (engine) => {
      const order: string[] = [];
      const long = async (name: string) => {
        const rules = Array.from({ length: 20 }, (_, index) => slow(`${name}${index}`));
        await engine.evaluateAudience('busy', rules, sampleScope());
        order.push(name);
      };
      const calls = [long('first'), long('second'), long('third')];
      await engine.evaluateAudience('busy', ['true'], sampleScope());
      order.push('short');
      await Promise.all(calls);
      assert.deepEqual(order, ['short', 'first', 'second', 'third'], 'long calls end in their order');
    }));

  it('rejects calls beyond the limit of a tenant with 503, and none of another tenant', () =>
    withEngine({ sandboxes: 1, waitingCalls: 4 }, async (engine) => {
      const callsOf = (tenantId: string, count: number) =>
        Promise.allSettled(
          Array.from({ length: count }, (_, index) =>
            engine.evaluateAudience(tenantId, [slow(index)], sampleScope()),
          ),
        );
      const [busy, quiet] = await Promise.all([callsOf('busy', 10), callsOf('quiet', 4)]);
      assert.equal(busy.filter(rejectedWith503).length, 5, 'one runs, four wait');
      assert.equal(busy.filter(({ status }) => status === 'fulfilled').length, 5);
      assert.ok(quiet.every(({ status }) => status === 'fulfilled'));
      const [later] = await callsOf('busy', 1);
      assert.equal(later?.status, 'fulfilled');
    }));

  it('rejects with 503 a call that has waited too long, and finishes the running call', async () => {
    let now = Date.parse('2024-01-01T00:00:00Z');
    const clock = { now: () => new Date(now) };
    await withEngine(
      { sandboxes: 1, sliceMilliseconds: 0, waitMilliseconds: WAIT_MILLISECONDS },
      async (engine) => {
        const rules = Array.from({ length: 30 }, (_, index) => slow(index));
        const calls = Promise.allSettled(
          Array.from({ length: 3 }, () => engine.evaluateAudience('busy', rules, sampleScope())),
        );
        // When this call resolves, the first one has begun its second slice.
        await engine.evaluateAudience('busy', ['true'], sampleScope());
        await engine.evaluateAudience('busy', ['true'], sampleScope());
        now += WAIT_MILLISECONDS + 1;
        const [first, ...rest] = await calls;
        assert.equal(first?.status, 'fulfilled');
        assert.ok(rest.every(rejectedWith503));
      },
      clock,
    );
  });

  it('quarantines a source only for the tenant whose data made it exceed its limit', () =>
    withEngine({ ruleMilliseconds: 20, stallMilliseconds: 60 }, async (engine) => {
      const source = `user.id !== 'victim' || ${hang('x')}`;
      const verdictFor = async (tenantId: string, id: string) =>
        (await engine.evaluateAudience(tenantId, [source], sampleScope({ id })))[0];
      assert.equal((await verdictFor('one', 'victim'))?.failure?.kind, 'timeout');
      assert.equal((await verdictFor('one', 'other'))?.failure?.repeated, true);
      assert.deepEqual(await verdictFor('two', 'other'), { allowed: true });
    }));
});

describe('the history of sources', () => {
  it('has a bounded length and evicts the least recently used source', () =>
    withEngine({ ruleMilliseconds: 20, stallMilliseconds: 60 }, async (engine) => {
      const hanging = hang('forgotten');
      const failureOf = async () =>
        (await engine.evaluateAudience('one', [hanging], sampleScope()))[0]?.failure?.repeated;
      assert.equal(await failureOf(), false);
      assert.equal(await failureOf(), true);
      const long = Array.from({ length: 300 }, (_, index) => `${index} >= 0`.padEnd(maximumSourceLength));
      await engine.evaluateAudience('one', long, sampleScope());
      assert.equal(await failureOf(), false);
    }));
});

describe('a second sandbox', () => {
  it('serves other calls while the first one hangs', () =>
    withEngine({ sandboxes: 2, sliceMilliseconds: 0 }, async (engine) => {
      // Starts the second sandbox by making a call wait while a long one runs.
      const rules = Array.from({ length: 20 }, (_, index) => slow(index));
      await Promise.all([
        engine.evaluateAudience('one', rules, sampleScope()),
        engine.evaluateAudience('two', rules, sampleScope()),
      ]);
      let hanging = true;
      const hung = engine
        .evaluateAudience('one', [`(() => { for (;;); })()`], sampleScope())
        .catch(() => undefined)
        .finally(() => {
          hanging = false;
        });
      const verdicts = await engine.evaluateAudience('two', ['true'], sampleScope());
      assert.deepEqual([verdicts, hanging], [[{ allowed: true }], true]);
      await engine.close();
      await hung;
    }));
});
