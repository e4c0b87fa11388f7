/**
 * Kills the worker of a team with own steps: before its statements, and while a receiver works. Each receiver gets the
 * same call again, and no step is done without a 200. CHARTER_TEST_STEP_SEQUENCES sets the number of random sequences.
 * @long
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { HOOK, type OwnStepWorld, openOwnStepWorld } from '../../../test/own-step-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { respondWith } from '../../../test/receiver.ts';
import type { HookCaller, HookResponse } from '../../domain/webhooks/ports.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../test/crashing-worker.ts', import.meta.url));
/** Tests each STRIDE-th statement; 1 tests all. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 3);
const SEQUENCES = Number(process.env.CHARTER_TEST_STEP_SEQUENCES ?? 60);
const STEPS = [
  { id: 'crm', after: 'createTeam', hook: HOOK, timeout: 'PT1H' },
  { id: 'ticket', after: 'postWelcomeMessage', hook: HOOK, timeout: 'P1D' },
];

describe('own steps whose worker is killed', () => {
  let world: OwnStepWorld;
  let ask: Awaited<ReturnType<OwnStepWorld['template']>>;
  before(async () => {
    world = await openOwnStepWorld();
    await world.addHook();
    ask = await world.template(STEPS);
  });
  after(() => world.close());

  const request = async (): Promise<string> => (await world.node.request(ask())).id;
  const startChild = (jobId: string, point?: number): ChildProcess =>
    spawn(
      process.execPath,
      [
        CRASHING_WORKER,
        world.database.serviceUrl,
        TENANT,
        jobId,
        '0',
        ...(point === undefined ? [] : [String(point)]),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
  const endOf = async (child: ChildProcess) => {
    const [output, [code, signal]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
    return { output, code, signal };
  };

  /** Checks that the steps are done once, and that all calls for a step are the same. */
  async function assertDone(job: JobRecord): Promise<void> {
    assert.equal(job.status, 'completed', job.log.at(-1));
    const steps = job.ledger.map(({ step }) => step).filter((step) => step.startsWith('ownStep:'));
    assert.deepEqual(steps, ['ownStep:crm', 'ownStep:ticket']);
    const events = (await world.node.eventsOf(job.requestId)).map(({ type }) => type);
    assert.deepEqual(events, [
      'team_created',
      ...STEPS.flatMap(() => ['provisioning_step_started', 'provisioning_step_completed']),
      'team_provisioning_completed',
    ]);
    const calls = world.receiver.messages.filter(({ body }) => body.includes(job.id));
    const ids = Map.groupBy(calls, ({ headers }) => headers['webhook-id']);
    assert.equal(ids.size, 2);
    for (const same of ids.values()) assert.equal(new Set(same.map(({ body }) => body)).size, 1);
  }

  it('complete, each under one id, when the worker is killed before any statement', async () => {
    const reference = await endOf(startChild(await request()));
    assert.equal(reference.code, 0);
    const statements = JSON.parse(reference.output) as string[];
    for (let point = 0; point < statements.length; point += STRIDE) {
      const jobId = await request();
      const { signal } = await endOf(startChild(jobId, point));
      assert.equal(signal, 'SIGKILL', `point ${point}`);
      const before = await world.read(jobId);
      const called = world.receiver.messages.some(({ body }) => body.includes(jobId));
      // The intent is recorded before the call.
      if (called) assert.ok(before.part !== null || before.ledger.length > 1, `point ${point}`);
      await assertDone(await world.run(jobId));
    }
  });

  it('are called again when the worker is killed while the receiver works', async () => {
    const jobId = await request();
    const child = startChild(jobId);
    world.receiver.answer((response) => {
      child.kill('SIGKILL');
      response.destroy();
    });
    assert.equal((await endOf(child)).signal, 'SIGKILL');
    world.receiver.answer(respondWith(200));
    const job = await world.read(jobId);
    assert.equal(job.status, 'active');
    assert.equal(world.receiver.messages.filter(({ body }) => body.includes(jobId)).length, 1);
    await assertDone(await world.run(jobId));
    assert.equal(world.receiver.messages.filter(({ body }) => body.includes(jobId)).length, 3);
  });

  it('make no further call after another worker has taken over', async () => {
    const jobId = await request();
    const { hooks, calls } = countingCaller(async () => {
      // A second worker claims the job, and finishes it, while the first one waits for its response.
      if (calls.length === 1) await world.run(jobId);
      return ANSWERS.done;
    });
    await world.run(jobId, hooks);
    await assertDone(await world.read(jobId));
    assert.equal(calls.length, 1, 'the first worker is fenced');
  });
});

const ANSWERS = {
  done: { status: 200, response: '', error: null, retryAfter: undefined },
  broken: { status: 200, response: 'ha', error: 'The connection was closed.', retryAfter: undefined },
  notYet: { status: 202, response: '', error: null, retryAfter: '30' },
  created: { status: 201, response: '', error: null, retryAfter: undefined },
  empty: { status: 204, response: '', error: null, retryAfter: undefined },
  moved: { status: 301, response: '', error: 'Redirect', retryAfter: undefined },
  wrong: { status: 422, response: '{"error":{"message":"200 done"}}', error: '422', retryAfter: undefined },
  slow: { status: 429, response: '', error: '429', retryAfter: '999999999' },
  failing: { status: 503, response: '', error: '503', retryAfter: 'soon' },
  silent: { status: null, response: null, error: 'No answer.', retryAfter: undefined },
} satisfies Record<string, HookResponse>;

function countingCaller(answer: () => Promise<HookResponse>) {
  const calls: HookResponse[] = [];
  const hooks: HookCaller = {
    waitFor: () => undefined,
    async call() {
      calls.push(ANSWERS.silent);
      const given = await answer();
      calls[calls.length - 1] = given;
      return given;
    },
  };
  return { hooks, calls };
}

describe("a template's own step", () => {
  let world: OwnStepWorld;
  before(async () => {
    world = await openOwnStepWorld();
    await world.addHook();
  });
  after(() => world.close());

  it('is completed only after a 200 of its receiver, in random sequences of responses', async () => {
    const ask = await world.template([{ ...STEPS[1], timeout: 'PT10M' }]);
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.values(ANSWERS)), { minLength: 1, maxLength: 6 }),
        async (answers) => {
          const { id: jobId } = await world.node.request(ask());
          const left = [...answers];
          const { hooks, calls } = countingCaller(async () => left.shift() ?? ANSWERS.silent);
          let job = await world.run(jobId, hooks);
          for (let runs = 0; job.status === 'delayed' && runs < 60; runs += 1) {
            assert.ok(!calls.includes(ANSWERS.done));
            job = await world.runWhenDue(jobId, hooks);
          }
          const isDone = job.ledger.some(({ step }) => step === 'ownStep:ticket');
          const events = (await world.node.eventsOf(job.requestId)).map(({ type }) => type);
          assert.equal(isDone, calls.at(-1) === ANSWERS.done);
          assert.equal(events.includes('provisioning_step_completed'), isDone);
          assert.equal(job.status, isDone ? 'completed' : 'failed', job.log.at(-1));
          outcomes.add(
            job.error?.message.replace(/.*(answered \d+|answered “.*”|time limit).*/, '$1') ?? 'done',
          );
        },
      ),
      { numRuns: SEQUENCES },
    );
    assert.ok(outcomes.has('done') && outcomes.size >= 4, [...outcomes].join());
  });
});
