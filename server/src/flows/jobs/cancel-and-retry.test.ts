/** Tests the cancellation and retry of requests for teams, with approvals and reserved names. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { createPolicy } from '../../domain/policies/change-policies.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import { planProvisioning } from '../provisioning/plan-provisioning.ts';
import { cancelJob } from './cancel-job.ts';
import { getJob } from './read-jobs.ts';
import { retryJob } from './retry-job.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ada = person('ada');
const admin = person('person-12', 'TEAMS_SERVICE_ADMIN');

const conflict = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CharterError);
  assert.equal(error.code, code);
  assert.match(error.message, message);
  return true;
};

describe('cancellations and retries of requests for teams', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    ({ node } = world);
    const approvers = { approvalTeam: [{ id: 'person-1', name: 'One' }] };
    await node.storeTemplate(approvalTemplate('guarded', approvers));
    await node.storeTemplate(approvalTemplate('open', { requireApproval: false }));
    await node.storeTemplate(approvalTemplate('single', { requireApproval: false }, { singleton: true }));
    await createPolicy(node.deps, admin, newCall(), {
      name: 'Unique names',
      description: null,
      enabled: true,
      mode: 'enforce',
      kind: 'duplicateNames',
      scope: { type: 'tenant' },
      settings: {},
    } as never);
  });
  after(() => world.close());

  const ask = async (template: string, name: string) =>
    (await node.ask({ template: { id: template }, team: { name } })).id;
  const run = (jobId: string, suite: Suite = node.suite) =>
    runJob(
      { ...node.deps, suite, definitions: JOB_DEFINITIONS, log: silent },
      { tenantId: TENANT, jobId },
      never,
    );
  /** Returns a suite that rejects the member step. */
  const rejecting = () =>
    faultySuite(node.suite, (call) =>
      call.startsWith('teams.addMembers')
        ? { when: 'before', error: new CharterError('InvalidRequest', 'No.') }
        : undefined,
    );
  /** Returns a suite that rejects the creation of teams. */
  const barren = () =>
    faultySuite(node.suite, (call) =>
      call.startsWith('teams.create')
        ? { when: 'before', error: new CharterError('InvalidRequest', 'No.') }
        : undefined,
    );
  const cancel = (jobId: string, as: Principal = ada, remove = false, call = newCall()) =>
    cancelJob(node.deps, as, call, { jobId, remove });
  const retry = (jobId: string, as: Principal = ada, call = newCall()) =>
    retryJob(node.deps, as, call, { jobId });

  it('end a paused job together with its approval', async () => {
    const jobId = await ask('guarded', 'Paused');
    await assert.rejects(cancel(jobId, person('person-1')), conflict('Forbidden', /Only the requester/));
    const job = await cancel(jobId);
    assert.partialDeepStrictEqual(job.data.error, {
      code: 'Cancelled',
      message: 'Ada Lovelace cancelled the job.',
      step: null,
    });
    const outcome = await world.outcomeOf(job.data.approval?.id ?? '');
    assert.deepEqual([outcome.status, outcome.jobStatus, outcome.queued], ['cancelled', 'failed', 0]);
    assert.deepEqual(outcome.events, [
      'team_creation_approval_requested',
      'team_creation_approval_cancelled',
    ]);
    await assert.rejects(
      node.approve(person('person-1'), job.data.approval?.id ?? ''),
      conflict('ApprovalAlreadyResolved', /withdrawn/),
    );
    await assert.rejects(retry(jobId), conflict('Conflict', /cancelled the job\. Send a new request/));
  });

  it('notify the requester when somebody else cancels, in any state of the job', async () => {
    const notified = async (jobId: string) => {
      const query = { addresseeId: 'ada', unreadOnly: true, top: 999, after: undefined };
      const all = await node.store.in(TENANT).notifications.list(query);
      return all
        .filter(({ facts }) => 'jobId' in facts && facts.jobId === jobId)
        .map(({ kind, facts }) => [kind, facts]);
    };
    const noticeOf = (jobId: string, teamName: string, removes = false) => [
      ['job_cancelled', { jobId, purpose: 'request', teamName, actorName: admin.displayName, removes }],
    ];
    const paused = await ask('guarded', 'Told paused');
    await cancel(paused, admin);
    assert.deepEqual(await notified(paused), noticeOf(paused, 'Told paused'));
    const waiting = await ask('open', 'Told waiting');
    const call = newCall();
    await cancel(waiting, admin, false, call);
    await cancel(waiting, admin, false, call);
    assert.deepEqual(await notified(waiting), noticeOf(waiting, 'Told waiting'));
    const delayed = await ask('open', 'Told delayed');
    await run(
      delayed,
      faultySuite(node.suite, (method) =>
        method.startsWith('teams.addMembers')
          ? { when: 'before', error: new CharterError('ServiceUnavailable', 'Busy.') }
          : undefined,
      ),
    );
    await cancel(delayed, admin, true);
    await run(delayed);
    assert.deepEqual(await notified(delayed), noticeOf(delayed, 'Told delayed', true));
    const own = await ask('open', 'Not told');
    await cancel(own);
    assert.deepEqual(await notified(own), []);
  });

  it('publish the end of each run of a retried job under a different event id', async () => {
    const jobId = await ask('open', 'Twice');
    await run(jobId, rejecting());
    await retry(jobId);
    await run(jobId);
    const events = await world.endsOf(jobId);
    assert.deepEqual(
      events.map(({ payload }) => payload.provisioning),
      [
        { id: jobId, status: 'failed' },
        { id: jobId, status: 'completed' },
      ],
    );
    const [failed, completed] = events;
    assert.notEqual(failed?.id, completed?.id);
    assert.equal(failed?.payload.team.id, completed?.payload.team.id);
  });

  it('list what a cancelled job has left', async () => {
    const jobId = await ask('open', 'Stays');
    const delaying = faultySuite(node.suite, (call) =>
      call.startsWith('teams.addMembers')
        ? { when: 'before', error: new CharterError('ServiceUnavailable', 'Busy.') }
        : undefined,
    );
    await run(jobId, delaying);
    const job = await cancel(jobId, admin);
    assert.equal(job.status, 'failed');
    const team = await node.suite.teams.findByMarker(TENANT, jobId);
    assert.deepEqual(job.data.built, [{ type: 'team', id: team?.team.id, displayName: 'Stays' }]);
  });

  it('delete on request what a delayed job has built, and retry the deletion', async () => {
    const jobId = await ask('open', 'Goes');
    const failing = (method: string) =>
      faultySuite(node.suite, (call) =>
        call.startsWith(method)
          ? { when: 'before', error: new CharterError('ServiceUnavailable', 'Busy.') }
          : undefined,
      );
    await run(jobId, failing('teams.addMembers'));
    assert.equal((await cancel(jobId, ada, true)).status, 'waiting');
    const { removeByMarker: _, ...rest } = node.suite.teams;
    const undeletable = {
      ...node.suite,
      teams: { ...rest, removeByMarker: () => Promise.reject(new CharterError('SuiteError', 'Busy.')) },
    } as unknown as Suite;
    await run(jobId, undeletable);
    const delayed = await getJob(node.deps, ada, newCall(), { jobId });
    assert.equal(delayed.status, 'delayed');
    assert.match(delayed.log.at(-1)?.message ?? '', /'Delete what was built' did not succeed/);
    await run(jobId);
    const job = await getJob(node.deps, ada, newCall(), { jobId });
    assert.deepEqual([job.status, job.cancellation?.removed, job.data.built], ['failed', true, undefined]);
    assert.equal(await node.suite.teams.findByMarker(TENANT, jobId), undefined);
  });

  it('list and delete objects that a failed step has created, and keep the error', async () => {
    const jobId = await ask('open', 'Half made');
    const left = [{ type: 'group', id: newCall().requestId, displayName: 'Half made' }];
    const rejecting = faultySuite(node.suite, (call) =>
      call.startsWith('teams.create')
        ? { when: 'after', error: new CharterError('InvalidRequest', 'No licence.', { left }) }
        : undefined,
    );
    await run(jobId, rejecting);
    const failed = await getJob(node.deps, ada, newCall(), { jobId });
    assert.deepEqual([failed.status, failed.data.built], ['failed', left]);
    assert.match(
      failed.log.at(-1)?.message ?? '',
      /No licence\. It has left the group 'Half made' \(.*delete it\./,
    );
    const noticed = async () => {
      const request = { template: { id: 'open' }, team: { name: 'half MADE' } };
      const { notices = [] } = await planProvisioning(node.deps, admin, newId(), request);
      return notices.map(({ message }) => message);
    };
    const [notice = ''] = await noticed();
    assert.match(notice, new RegExp(`request of .* has left the group 'Half made'.*${jobId}`));
    await assert.rejects(cancel(jobId), conflict('Conflict', /nothing left to cancel/));
    assert.equal((await cancel(jobId, ada, true)).status, 'waiting');
    await run(jobId);
    const { status, data, cancellation } = await getJob(node.deps, ada, newCall(), { jobId });
    assert.deepEqual([status, data.error?.message, data.built], ['failed', 'No licence.', undefined]);
    assert.equal(cancellation?.removed, true);
    assert.equal(await node.suite.teams.findByMarker(TENANT, jobId), undefined);
    assert.equal((await world.endsOf(jobId)).length, 1);
    assert.deepEqual(await noticed(), []);
    await assert.rejects(cancel(jobId, ada, true), conflict('Conflict', /Nothing that it has built is left/));
    await assert.rejects(
      retryJob(node.deps, ada, newCall(), { jobId }),
      conflict('Conflict', /is deleted\. Send a new request/),
    );
  });

  it('delete the team of a failed job on request', async () => {
    const jobId = await ask('open', 'Unwanted');
    await run(jobId, rejecting());
    assert.equal((await cancel(jobId, admin, true)).status, 'waiting');
    await run(jobId);
    const { status, data, cancellation } = await getJob(node.deps, ada, newCall(), { jobId });
    assert.deepEqual([status, data.built, cancellation?.removed], ['failed', undefined, true]);
    assert.equal(await node.suite.teams.findByMarker(TENANT, jobId), undefined);
  });

  it('report a rejected deletion, and list what is left', async () => {
    const jobId = await ask('open', 'Sticks');
    await run(
      jobId,
      faultySuite(node.suite, (call) =>
        call.startsWith('teams.addMembers')
          ? { when: 'before', error: new CharterError('ServiceUnavailable', 'Busy.') }
          : undefined,
      ),
    );
    await cancel(jobId, ada, true);
    const undeletable = {
      ...node.suite,
      teams: {
        ...node.suite.teams,
        removeByMarker: () => Promise.reject(new CharterError('Forbidden', 'On hold.')),
      },
    } as unknown as Suite;
    await run(jobId, undeletable);
    const job = await getJob(node.deps, ada, newCall(), { jobId });
    assert.deepEqual([job.status, job.cancellation?.removed], ['failed', false]);
    assert.ok(job.log.some(({ message }) => message.includes('could not be deleted: On hold.')));
    assert.equal(job.data.built?.length, 1);
  });

  it('continue a failed job from the failed step, under the same plan', async () => {
    const jobId = await ask('open', 'Continued');
    await run(jobId, rejecting());
    const failed = await getJob(node.deps, ada, newCall(), { jobId });
    assert.deepEqual([failed.status, failed.data.error?.step], ['failed', 'addRequester']);
    const call = newCall();
    const retried = await retry(jobId, ada, call);
    assert.deepEqual([retried.status, retried.data.error], ['waiting', undefined]);
    assert.equal((await retry(jobId, ada, call)).status, 'waiting');
    await run(jobId);
    const job = await getJob(node.deps, ada, newCall(), { jobId });
    assert.equal(job.status, 'completed');
    assert.deepEqual(
      job.steps.map(({ name }) => name),
      failed.steps.map(({ name }) => name),
    );
    assert.equal(job.log.filter(({ message }) => message.includes('Created the team')).length, 1);
  });

  it('reject a retry when another request has taken the name', async () => {
    const jobId = await ask('open', 'Wanted');
    await run(jobId, barren());
    const other = await ask('open', 'Wanted');
    await assert.rejects(retry(jobId), conflict('NameAlreadyExists', /Wanted/));
    await cancel(other);
    assert.equal((await retry(jobId)).status, 'waiting');
    await assert.rejects(ask('open', 'Wanted'), conflict('PolicyViolation', /./));
  });

  it('reject a retry when another request has taken the singleton', async () => {
    const jobId = await ask('single', 'Crisis');
    await run(jobId, barren());
    const other = await ask('single', 'Crisis room');
    await assert.rejects(retry(jobId), conflict('Conflict', /one team of this template/));
    await cancel(other);
    assert.equal((await retry(jobId)).status, 'waiting');
    await assert.rejects(ask('single', 'Crisis cell'), conflict('PolicyViolation', /./));
  });

  it('accept one of several concurrent retries', async () => {
    const jobId = await ask('open', 'Raced');
    await run(jobId, rejecting());
    const results = await Promise.allSettled([retry(jobId), retry(jobId), retry(jobId, admin)]);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('advise the requester of a rejected or withdrawn request to send a new one', async () => {
    const rejected = await ask('guarded', 'Rejected');
    const { data } = await getJob(node.deps, ada, newCall(), { jobId: rejected });
    await node.reject(person('person-1'), data.approval?.id ?? '');
    await assert.rejects(retry(rejected), conflict('Conflict', /Send a new request/));
    await assert.rejects(cancel(rejected), conflict('Conflict', /ended/));
  });
});
