/** Tests invariants of a job over random interleavings of runs, kills, cancellations and retries. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { JobWorld, TENANT } from '../../../test/job-world.ts';
import { simulatedNode } from '../../../test/simulated-node.ts';
import type { StepOutcome } from '../../engine/jobs/define-job.ts';
import type { Principal } from '../../engine/principal.ts';
import { CharterError, isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { cancelJob } from './cancel-job.ts';
import { retryJob } from './retry-job.ts';

const ADA: Principal = {
  tenantId: TENANT,
  kind: 'user',
  id: 'ada',
  displayName: 'Ada',
  roles: new Set(['AUTHENTICATED_USER']),
};

/** `npm run test:chaos` runs more. */
const INTERLEAVINGS = Number(process.env.CHARTER_TEST_INTERLEAVINGS ?? 70);

const STEPS = ['one', 'two', 'three'];

/** The outcome of a step. */
type Fate = 'done' | 'rejected' | 'transient' | 'killed';
type Action = 'cancel' | 'remove' | 'retry' | 'nothing';

interface Scenario {
  /** Outcomes of the steps of one run, in order; later steps succeed. */
  fates: readonly Fate[];
  /** Calls during the run, by index of the step. */
  during: readonly Action[];
  /** The call after the run. */
  afterwards: Action;
}

const anAction = fc.constantFrom<Action>('nothing', 'nothing', 'cancel', 'remove', 'retry');
const aScenario: fc.Arbitrary<Scenario> = fc.record({
  fates: fc.array(fc.constantFrom<Fate>('done', 'done', 'rejected', 'transient', 'killed'), { maxLength: 4 }),
  during: fc.array(anAction, { maxLength: 4 }),
  afterwards: anAction,
});

const FAILURES = { rejected: 'InvalidRequest', transient: 'ServiceUnavailable' } as const;

/** One job, and the responses to the calls about it. */
class History {
  readonly #world: JobWorld;
  readonly #id: string;
  /** The first accepted cancellation, with or without removal. */
  #cancelled: { remove: boolean } | undefined;
  #removed = false;
  /** Whether a removal of the failed job's objects was accepted. */
  #isCleanedUp = false;
  #retries = 0;

  constructor(world: JobWorld, id: string) {
    this.#world = world;
    this.#id = id;
  }

  async perform(action: Action): Promise<void> {
    if (action === 'nothing') return;
    const world = this.#world;
    const deps = {
      store: world.store,
      suite: {} as never,
      clock: { now: () => new Date(world.now++) },
      definitions: [world.definition],
    };
    const context = { requestId: newId(), operationId: newId() };
    const input = { jobId: this.#id, remove: action === 'remove' };
    const before = await world.read(this.#id);
    try {
      if (action === 'retry') await retryJob(deps, ADA, context, input);
      else await cancelJob(deps, ADA, context, input);
    } catch (error) {
      assert.ok(isCharterError(error) && error.code === 'Conflict', String(error));
      const mayRetry =
        before.status === 'failed' && before.error?.step !== null && !before.cancellation?.ended;
      const hasEnded = ['failed', 'completed'].includes(before.status);
      const stays = action === 'remove' && before.cancellation?.remove === false;
      assert.ok(
        action === 'retry' ? !mayRetry : hasEnded || stays,
        `${action} of a job that is ${before.status}`,
      );
      return;
    }
    if (action === 'retry') this.#retries += 1;
    else if (before.status === 'failed') this.#isCleanedUp = true;
    else this.#cancelled ??= { remove: action === 'remove' };
  }

  async run({ fates, during }: Scenario): Promise<void> {
    const world = this.#world;
    let calls = 0;
    const meet = async (work: () => StepOutcome): Promise<StepOutcome> => {
      const call = calls;
      calls += 1;
      await this.perform(during[call] ?? 'nothing');
      const fate = fates[call] ?? 'done';
      if (fate === 'done') return work();
      if (fate === 'killed') node.isDead = true;
      throw new CharterError(fate === 'killed' ? 'InternalError' : FAILURES[fate], 'No.');
    };
    const node = simulatedNode(world.store);
    world.perform = async (_tenantId, job, step) => {
      assert.equal(job.cancellation, null, 'no step of a cancelled job');
      return meet(() => ({ message: `Did ${step}.` }));
    };
    world.remove = async () =>
      meet(() => {
        this.#removed = true;
        return { message: 'Deleted it.' };
      });
    await world.run(this.#id, { store: node.store }).catch((error: unknown) => {
      if (!node.isDead) throw error;
    });
  }

  async check(): Promise<void> {
    const job = await this.#world.read(this.#id);
    const done = job.ledger.map(({ step }) => step);
    assert.deepEqual(done, STEPS.slice(0, done.length), 'each step once, in order');
    if (job.status === 'waiting' || job.status === 'delayed') {
      assert.ok((await this.#world.queuedFor(this.#id)).length > 0, 'a worker will come');
    }
    if (this.#isCleanedUp) {
      assert.notEqual(job.status, 'completed');
      if (job.status === 'failed') assert.equal(job.cancellation?.removed ?? false, this.#removed);
      return;
    }
    if (this.#cancelled === undefined) return;
    assert.notEqual(job.status, 'completed');
    assert.equal(job.cancellation?.remove, this.#cancelled.remove);
    if (job.status !== 'failed') return;
    assert.equal(job.error?.code, 'Cancelled');
    assert.ok(this.#cancelled.remove || !this.#removed, 'deletes nothing that stays');
    assert.equal(job.cancellation?.removed ?? false, this.#removed);
  }

  /** Runs the job until it ends, and checks that each end was published once. */
  async end(): Promise<void> {
    for (let runs = 0; runs < 3 * STEPS.length; runs += 1)
      await this.run({ fates: [], during: [], afterwards: 'nothing' });
    await this.check();
    const { status } = await this.#world.read(this.#id);
    assert.ok(status === 'completed' || status === 'failed', status);
    const ends = await this.#world.eventsOf(this.#id);
    assert.equal(ends.length, this.#retries + 1, 'one event for each end');
  }
}

describe('a job', () => {
  let world: JobWorld;
  before(async () => {
    world = await JobWorld.create();
  });
  after(() => world.close());

  it('keeps its invariants over interleavings of runs, kills, cancellations and retries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aScenario, { minLength: 1, maxLength: 6 }), async (scenarios) => {
        world.reset();
        const history = new History(world, await world.addJob(STEPS, true));
        for (const scenario of scenarios) {
          await history.run(scenario);
          await history.check();
          await history.perform(scenario.afterwards);
          await history.check();
        }
        await history.end();
      }),
      { numRuns: INTERLEAVINGS },
    );
  });
});
