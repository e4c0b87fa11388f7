import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { HOOK, type OwnStepWorld, openOwnStepWorld, SECRET } from '../../../test/own-step-world.ts';
import { ADA, TENANT } from '../../../test/provisioning-world.ts';
import { respondWith } from '../../../test/receiver.ts';
import { checkSteps } from '../../domain/catalog/manifest-steps.ts';
import type { HookRecord } from '../../domain/webhooks/model.ts';
import { currentStep, type JobRecord } from '../../engine/jobs/model.ts';
import { newId } from '../../kernel/ids.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import { retryJob } from '../jobs/retry-job.ts';

const CRM = { id: 'crm', after: 'createChannels', hook: HOOK, timeout: 'PT1H' };
const STEP = 'ownStep:crm';
const error = (message: string) => JSON.stringify({ error: { message } });

describe("a template's own step", () => {
  let world: OwnStepWorld;
  let hook: HookRecord;
  before(async () => {
    world = await openOwnStepWorld();
    hook = await world.addHook();
  });
  after(() => world.close());
  afterEach(() => {
    world.receiver.answer(respondWith(200));
    world.receiver.messages.length = 0;
  });

  const messages = () => world.receiver.messages;
  const ledgerOf = ({ ledger }: JobRecord) => ledger.map(({ step }) => step);
  const eventsOf = async ({ requestId }: JobRecord) =>
    (await world.node.eventsOf(requestId)).map(({ type }) => type);

  /** Requests a team with the steps. Returns the id of its job. */
  async function ask(steps: readonly object[] = [CRM], metadata?: Record<string, unknown>): Promise<string> {
    const request = await world.template(steps);
    return (await world.node.request(request(metadata))).id;
  }

  it('runs after its built-in step, receives the plan and the answers, and is signed like a delivery', async () => {
    const jobId = await ask([CRM, { ...CRM, id: 'last', after: 'postWelcomeMessage' }], {
      order: 7,
      none: null,
    });
    const job = await world.run(jobId);
    assert.equal(job.status, 'completed', job.log.at(-1));
    assert.deepEqual(ledgerOf(job), [
      'createTeam',
      'createChannels',
      STEP,
      'addRequester',
      'postWelcomeMessage',
      'ownStep:last',
    ]);
    const [first, last] = messages();
    assert.ok(first && last);
    const { headers, body } = first;
    const { plan, ...payload } = JSON.parse(body);
    assert.deepEqual(payload, {
      tenant: { id: TENANT },
      step: { id: 'crm', after: 'createChannels', timeout: 'PT1H' },
      provisioning: { id: jobId },
      team: { id: job.subjectId, displayName: job.subjectName },
      requester: { id: 'ada', displayName: 'Ada Lovelace' },
      template: { id: job.origin?.id, name: 'Client', version: '1.0' },
      metadata: { order: 7, none: null },
      answers: [],
    });
    assert.deepEqual([plan.name, plan.channels[0].displayName], [job.subjectName, 'Plans']);
    assert.equal(headers['x-charter-event'], 'provisioning_step');
    assert.equal(headers['x-charter-webhook'], hook.id);
    assert.equal(headers['x-charter-signature'], createHmac('sha256', SECRET).update(body).digest('hex'));
    assert.match(String(headers['webhook-signature']), /^v1,/);
    assert.notEqual(headers['webhook-id'], last.headers['webhook-id']);
    assert.deepEqual(await eventsOf(job), [
      'team_created',
      'provisioning_step_started',
      'provisioning_step_completed',
      'provisioning_step_started',
      'provisioning_step_completed',
      'team_provisioning_completed',
    ]);
  });

  it('is called between two steps that add people', async () => {
    const people = { owners: [{ id: 'person-1' }], members: [{ id: 'person-2' }] };
    for (const after of ['addRequester', 'addRequestedMembers']) {
      messages().length = 0;
      const request = await world.template([{ ...CRM, after }], {
        permanentMembership: { owners: [{ id: 'person-3' }], members: [] },
      });
      const { template, team } = request();
      const { id } = await world.node.request({ template, team: { ...team, membership: people } });
      const job = await world.run(id);
      assert.equal(job.status, 'completed', job.log.at(-1));
      const steps = ['addRequester', 'addRequestedMembers', 'addPermanentMembers'];
      steps.splice(steps.indexOf(after) + 1, 0, STEP);
      assert.deepEqual(ledgerOf(job).slice(2, 6), steps);
      assert.deepEqual(
        messages().map(({ headers }) => headers['x-charter-event']),
        ['provisioning_step'],
        after,
      );
      const roles = await world.node.suite.teams.listMembers(TENANT, job.subjectId ?? '');
      assert.deepEqual(roles.map(({ userId }) => userId).sort(), ['ada', 'person-1', 'person-2', 'person-3']);
    }
  });

  it('is called again with the same id and body when the receiver responds with 202', async () => {
    const jobId = await ask();
    world.receiver.answer(respondWith(202, { 'retry-after': '7200' }));
    const waiting = await world.run(jobId);
    assert.equal(waiting.status, 'delayed');
    assert.equal(currentStep(waiting), STEP);
    assert.equal(
      Date.parse(waiting.wait?.until ?? '') - world.clock.now().getTime(),
      3_600_000,
      'the time limit',
    );
    world.receiver.answer(respondWith(202, { 'retry-after': '90' }));
    world.clock.advance(-10);
    const again = await world.run(jobId);
    assert.equal(Date.parse(again.wait?.until ?? '') - world.clock.now().getTime(), 90_000);
    assert.equal(again.log.length, waiting.log.length, 'a repeated wait adds no line');
    world.receiver.answer(respondWith(200));
    const done = await world.runWhenDue(jobId);
    assert.equal(done.status, 'completed', done.log.at(-1));
    assert.equal(messages().length, 3);
    assert.equal(new Set(messages().map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(messages().map(({ body }) => body)).size, 1);
  });

  it('limits the Retry-After of its receiver to between a second and a day', async () => {
    const jobId = await ask([{ ...CRM, timeout: 'P30D' }]);
    for (const [asked, seconds] of [
      ['999999999', 86_400],
      ['0', 1],
    ] as const) {
      world.receiver.answer(respondWith(202, { 'retry-after': asked }));
      const waiting = await world.run(jobId);
      assert.equal(Date.parse(waiting.wait?.until ?? '') - world.clock.now().getTime(), seconds * 1000);
    }
  });

  it('fails the job with the receiver’s text, as one bounded line', async () => {
    const jobId = await ask();
    const text = `No client\n<b>‮${'x'.repeat(2000)}`;
    world.receiver.answer(respondWith(422, {}, error(text)));
    const failed = await world.run(jobId);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.error?.code, 'StepFailed');
    assert.equal(failed.error?.step, STEP);
    assert.match(failed.error?.message ?? '', /^The webhook 'CRM' answered “No client <b> x{280,}…”\.$/);
    assert.ok((failed.error?.message ?? '').length < 350);
    assert.deepEqual(ledgerOf(failed), ['createTeam', 'createChannels']);
    assert.equal(messages().length, 1);
  });

  for (const [status, body] of [
    [404, 'not JSON'],
    [400, '{"error":{"message":5}}'],
    [410, ''],
    [204, ''],
    [302, ''],
  ] as const) {
    it(`fails when its receiver responds ${status} with the body ${JSON.stringify(body)}`, async () => {
      world.receiver.answer(respondWith(status, {}, body));
      const failed = await world.run(await ask());
      assert.equal(failed.error?.code, 'StepFailed');
      assert.match(failed.error?.message ?? '', new RegExp(`answered ${status}\\.`));
    });
  }

  it('is retried with growing pauses after 5xx, 429 and no response, until its time limit', async () => {
    const jobId = await ask();
    const pauses: number[] = [];
    const answers = [
      respondWith(500, {}, error('Broken')),
      respondWith(429, { 'retry-after': '17' }),
      (response: { destroy(): void }) => response.destroy(),
      // No response: the call times out.
      () => undefined,
      (response: { writeHead(status: number, headers: object): void; write(text: string): void }) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half');
      },
    ];
    let job = await world.read(jobId);
    for (const answer of answers) {
      world.receiver.answer(answer as never);
      job = job.status === 'delayed' ? await world.runWhenDue(jobId) : await world.run(jobId);
      assert.equal(job.status, 'delayed', job.log.at(-1));
      pauses.push((Date.parse(job.wait?.until ?? '') - world.clock.now().getTime()) / 1000);
    }
    const [first = 0, asked, third = 0, fourth = 0] = pauses;
    assert.ok(first >= 5 && first <= 6, String(first));
    assert.equal(asked, 17);
    assert.ok(third >= 20 && fourth >= 40, pauses.join());
    assert.match(job.wait?.message ?? '', /gave no answer/);
    world.receiver.answer(respondWith(503, {}, error('Still broken')));
    let runs = 0;
    while (job.status === 'delayed' && runs++ < 50) job = await world.runWhenDue(jobId);
    assert.equal(job.error?.code, 'StepFailed');
    assert.match(job.error?.message ?? '', /answered “Still broken”\. The time limit of PT1H is over\.$/);
    assert.ok(!ledgerOf(job).includes(STEP));
  });

  it('continues when a failed job is retried, with a new time limit and the same id', async () => {
    const jobId = await ask();
    world.receiver.answer(respondWith(409, {}, error('Locked')));
    const failed = await world.run(jobId);
    world.clock.advance(86_400);
    const deps = {
      store: world.node.store,
      suite: world.node.suite,
      clock: world.clock,
      definitions: JOB_DEFINITIONS,
    };
    await retryJob(deps, ADA, { requestId: newId(), operationId: newId() }, { jobId });
    world.receiver.answer(respondWith(202));
    assert.equal((await world.run(jobId)).status, 'delayed');
    world.receiver.answer(respondWith(200));
    assert.equal((await world.runWhenDue(jobId)).status, 'completed');
    assert.equal(new Set(messages().map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(failed.error?.step, STEP);
  });

  for (const remove of [false, true]) {
    it(`ends its wait when its job is cancelled ${remove ? 'with' : 'without'} removal`, async () => {
      const jobId = await ask();
      world.receiver.answer(respondWith(202, { 'retry-after': '60' }));
      const waiting = await world.run(jobId);
      const deps = { store: world.node.store, clock: world.clock, definitions: JOB_DEFINITIONS };
      await cancelJob(deps, ADA, { requestId: newId(), operationId: newId() }, { jobId, remove });
      world.receiver.answer(respondWith(200));
      const ended = await world.run(jobId);
      assert.equal(ended.error?.code, 'Cancelled');
      assert.ok(!ledgerOf(ended).includes(STEP));
      assert.equal(messages().length, 1, 'no call after the cancellation');
      const team = await world.node.suite.teams.find(TENANT, waiting.subjectId ?? '');
      assert.equal(team === undefined, remove);
    });
  }

  for (const [after, isChecked] of [
    ['createTeam', false],
    ['postWelcomeMessage', true],
  ] as const) {
    it(`${isChecked ? 'does not delay' : 'delays'} the policy checks of the team while it waits after ${after}`, async () => {
      const jobId = await ask([{ ...CRM, after }]);
      world.receiver.answer(respondWith(202, { 'retry-after': '60' }));
      const { subjectId } = await world.run(jobId);
      const { governedTeams, teamFacts } = world.store;
      assert.deepEqual(await teamFacts.underChange([subjectId ?? '']), isChecked ? [] : [subjectId]);
      const now = new Date(world.clock.now().getTime() + 86_400_000);
      const leased = await governedTeams.leaseDue(now, new Date(now.getTime() + 1), 1_000);
      assert.equal(
        leased.some(({ teamId }) => teamId === subjectId),
        isChecked,
      );
    });
  }

  it('waits while its webhook is disabled', async () => {
    await world.store.hooks.update(hook.id, { active: false }, world.clock.now());
    const request = await world.template([CRM]);
    const { notices } = await world.node.dryRun(request());
    assert.deepEqual(
      notices?.map(({ code }) => code),
      ['stepHookOff'],
    );
    const jobId = (await world.node.request(request())).id;
    const waiting = await world.run(jobId);
    assert.match(waiting.wait?.message ?? '', /switched off/);
    assert.equal(messages().length, 0);
    await world.store.hooks.update(hook.id, { active: true }, world.clock.now());
    assert.equal((await world.runWhenDue(jobId)).status, 'completed');
  });

  it('fails when its webhook is deleted, and continues with a new one of the same name', async () => {
    const own = await world.addHook({ name: 'Ticket desk' });
    const jobId = await ask([{ ...CRM, hook: 'Ticket desk' }]);
    await world.store.hooks.remove(own.id);
    // A webhook of a person without a role for the organisation must not receive it.
    await world.addHook({ name: 'Ticket desk', scope: 'personal' });
    const failed = await world.run(jobId);
    assert.equal(failed.error?.code, 'NotFound');
    assert.equal(messages().length, 0);
    await world.addHook({ name: 'Ticket desk' });
    const deps = {
      store: world.node.store,
      suite: world.node.suite,
      clock: world.clock,
      definitions: JOB_DEFINITIONS,
    };
    await retryJob(deps, ADA, { requestId: newId(), operationId: newId() }, { jobId });
    assert.equal((await world.run(jobId)).status, 'completed');
  });

  it('is listed by a dry run, but not called', async () => {
    const plan = await world.node.dryRun((await world.template([CRM]))());
    assert.deepEqual(plan.ownSteps, [
      { id: 'crm', after: 'createChannels', timeout: 'PT1H', hook: { id: hook.id, displayName: HOOK } },
    ]);
    assert.ok(plan.steps.includes(STEP));
    const verdict = plan.verdicts.find(({ policy }) => policy === 'ownSteps');
    assert.match(verdict?.message ?? '', /sent to these webhooks of the organisation: CRM\.$/);
    assert.equal(messages().length, 0);
  });

  it('rejects requests while its webhook is unknown or ambiguous', async () => {
    await world.addHook({ name: 'Twin' });
    await world.addHook({ name: 'Twin' });
    await world.addHook({ name: 'Mine', scope: 'personal' });
    // Its creator has left the directory.
    await world.addHook({
      name: 'Left',
      creator: { id: 'left', kind: 'user', displayName: 'Lea Left' },
      standing: { inDirectory: true, roleFrom: 'token' },
    });
    const names = ['Nobody', 'Twin', 'Mine', 'Left'];
    const problems = await checkSteps(
      world.node,
      TENANT,
      [...names, HOOK].map((name) => ({ ...CRM, after: 'createTeam', hook: name })),
    );
    assert.deepEqual(
      problems.map(({ path, messageCode }) => [path, messageCode]),
      names.map((name, index) => [
        `initialization.steps[${index}].hook`,
        name === 'Twin' ? 'manifest.stepHookTwice' : 'manifest.stepHookMissing',
      ]),
    );
    for (const name of names) {
      const request = await world.template([{ ...CRM, hook: name }]);
      const { verdicts } = await world.node.dryRun(request());
      const outcome = verdicts.find(({ policy }) => policy === 'ownSteps')?.outcome;
      assert.equal(outcome, 'violated', name);
      await assert.rejects(world.node.request(request()), { code: 'PolicyViolation' });
    }
    const [twin] = await world.store.hooks.listNamed(['Twin']);
    const byId = await world.template([{ ...CRM, hook: twin?.id }]);
    assert.equal((await world.node.dryRun(byId())).ownSteps?.[0]?.hook.displayName, 'Twin');
  });
});
