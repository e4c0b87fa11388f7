import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  AN_APP,
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  codeOf,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TestClock } from '../../../test/clock.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { CharterError } from '../../kernel/errors.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import { getJob } from '../jobs/read-jobs.ts';
import { planProvisioning } from '../provisioning/plan-provisioning.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { approveTeamCreation, planApproval } from './decide.ts';
import { getApproval, listApprovals } from './read-approvals.ts';

const APPROVER = person('person-1');
const MANAGER = person('person-9', 'GOVERNANCE_MANAGER');
const NOW = new TestClock(new Date());

const ask = (template = 'guarded', name = 'Phoenix'): TeamProvisioningRequest => ({
  template: { id: template },
  team: { name, membership: { members: [{ id: 'person-3' }] } },
  metadata: { order: 7 },
});

describe('the approval of a request for a team', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;

  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    const team = [{ id: 'person-1' }, { id: 'PERSON-2@contoso.example' }, { id: 'gone' }];
    await node.storeTemplate(approvalTemplate('guarded', { approvalTeam: team }));
    await node.storeTemplate(approvalTemplate('own', { approvalTeam: [{ id: 'ada' }] }));
    await node.storeTemplate(
      approvalTemplate('one', { approvalTeam: [{ id: 'person-1' }] }, { singleton: true }),
    );
  });
  after(() => world.close());

  /** Creates a request that needs an approval. Returns its job and the approval's id. */
  async function pending(template?: string, as = person('ada')) {
    const job = await node.ask(ask(template), as);
    const approvalId = job.data.approval?.id ?? '';
    return { job, approvalId };
  }

  it('pauses the job, opens the approval and queues nothing', async () => {
    const { job, approvalId } = await pending();
    assert.equal(job.status, 'paused');
    assert.match(job.log.at(-1)?.message ?? '', /Waiting for approval\.$/);
    assert.deepEqual(await world.outcomeOf(approvalId), {
      status: 'pending',
      jobStatus: 'paused',
      errorCode: undefined,
      events: ['team_creation_approval_requested'],
      records: ['team_creation_approval_requested'],
      decisions: 0,
      queued: 0,
    });
    const [payload] = await world.payloads(approvalId);
    assert.deepEqual(payload, {
      tenant: { id: TENANT },
      requester: { id: 'ada', displayName: 'Ada Lovelace', mail: 'ada@contoso.example' },
      approval: { id: approvalId },
      template: {
        id: 'guarded',
        name: 'guarded',
        permanentMembership: { owners: [], members: [] },
        approvers: [
          { id: 'person-1', displayName: 'Person person-1' },
          { id: 'person-2', displayName: 'Person person-2' },
        ],
      },
      request: {
        team: { name: 'Phoenix' },
        membership: { owners: [], members: [{ id: 'person-3' }] },
        metadata: { order: 7 },
      },
    });
  });

  it('lists the approvers in a dry run and creates no approval', async () => {
    const plan = await planProvisioning(node.deps, person('ada'), newCall().operationId, ask());
    const verdict = plan.verdicts.find(({ policy }) => policy === 'approval');
    assert.equal(verdict?.outcome, 'passed');
    assert.match(verdict?.message ?? '', /Person person-1 or Person person-2/);
  });

  it('resumes the job with the approver’s changes after the approval', async () => {
    const { job, approvalId } = await pending();
    await node.approve(APPROVER, approvalId, { message: 'Go', updates: { name: 'Griffin' } });
    const outcome = await world.outcomeOf(approvalId);
    assert.deepEqual(outcome, {
      status: 'approved',
      jobStatus: 'waiting',
      errorCode: undefined,
      events: ['team_creation_approval_requested', 'team_creation_approved'],
      records: ['team_creation_approval_requested', 'team_creation_approved'],
      decisions: 1,
      queued: 1,
    });
    const [, payload] = await world.payloads(approvalId);
    assert.deepEqual(payload?.approval, { id: approvalId, approver: { id: 'person-1', message: 'Go' } });
    assert.deepEqual(payload?.provisioning, { id: job.id });
    const request = payload?.request as { team: { name: string } } | undefined;
    assert.equal(request?.team.name, 'Griffin');
    const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
    const log = { info: () => undefined, warn: console.error, error: console.error };
    await runJob(
      { store: node.store, suite: node.suite, definitions: JOB_DEFINITIONS, clock: NOW, log },
      { tenantId: TENANT, jobId: job.id },
      never,
    );
    const done = await getJob(node.deps, APPROVER, newCall(), { jobId: job.id });
    assert.equal(done.status, 'completed', done.log.at(-1)?.message);
    assert.deepEqual(done.data.request.metadata, { order: 7 });
    const team = await node.suite.teams.find(TENANT, done.data.team?.id ?? '');
    assert.equal(team?.team.displayName, 'Griffin');
  });

  it('names the team from the approver’s changes and the answers of the request', async () => {
    await node.storeTemplate({
      ...approvalTemplate('numbered', { approvalTeam: [{ id: 'person-1' }] }),
      newTeam: {
        namingConvention: '<%= request.team.name %> <%= request.metadata.order %>',
        addRequesterAsTeamOwner: true,
      },
    });
    const { job, approvalId } = await pending('numbered');
    await node.approve(APPROVER, approvalId, { updates: { name: 'Griffin' } });
    const { data } = await getJob(node.deps, APPROVER, newCall(), { jobId: job.id });
    assert.equal(data.plan?.name, 'Griffin 7');
  });

  it('stays pending when a name that the approver sets violates a policy', async () => {
    const { approvalId } = await pending();
    for (const name of ['a/b', '\u200b', '\u202e', '\u2800']) {
      assert.equal(
        await codeOf(node.approve(APPROVER, approvalId, { updates: { name } })),
        'PolicyViolation',
      );
    }
    const { status, decisions, jobStatus } = await world.outcomeOf(approvalId);
    assert.deepEqual([status, decisions, jobStatus], ['pending', 0, 'paused']);
    await node.approve(APPROVER, approvalId);
  });

  it('fails the job and releases its reservations after a rejection', async () => {
    const { job, approvalId } = await pending('one');
    assert.equal(await codeOf(node.ask(ask('one'))), 'PolicyViolation');
    await node.reject(APPROVER, approvalId, { message: 'Not now' });
    const outcome = await world.outcomeOf(approvalId);
    assert.deepEqual(
      [outcome.status, outcome.jobStatus, outcome.errorCode, outcome.queued],
      ['rejected', 'failed', 'ApprovalRejected', 0],
    );
    assert.deepEqual(outcome.events, ['team_creation_approval_requested', 'team_creation_rejected']);
    assert.deepEqual(outcome.records, outcome.events);
    assert.match(
      (await getJob(node.deps, person('ada'), newCall(), { jobId: job.id })).log.at(-1)?.message ?? '',
      /“Not now”$/,
    );
    const again = await pending('one');
    await node.reject(APPROVER, again.approvalId);
  });

  it('rejects a second decision', async () => {
    const { approvalId } = await pending();
    await node.approve(APPROVER, approvalId);
    const late = [
      node.approve(person('person-2'), approvalId),
      node.reject(MANAGER, approvalId),
      node.cancel(person('ada'), approvalId),
    ];
    for (const code of await Promise.all(late.map(codeOf))) assert.equal(code, 'ApprovalAlreadyResolved');
    assert.equal((await world.outcomeOf(approvalId)).events.length, 2);
  });

  it('records one decision when the call is repeated with its idempotency key', async () => {
    const { approvalId } = await pending();
    const call = newCall();
    await node.approve(APPROVER, approvalId, {}, call);
    await node.approve(APPROVER, approvalId, {}, call);
    assert.equal((await world.outcomeOf(approvalId)).decisions, 1);
  });

  it('expires in the sweep, or when somebody decides after the deadline', async () => {
    const { approvalId } = await pending();
    const { approvalId: other } = await pending();
    const early = new TestClock(world.clock.now());
    early.advance(14 * 86_400 - 1);
    await node.expire(early);
    assert.equal((await world.outcomeOf(approvalId)).status, 'pending');
    world.clock.advance(14 * 86_400);
    assert.equal(await codeOf(node.approve(APPROVER, other)), 'ApprovalAlreadyResolved');
    await node.expire();
    for (const id of [approvalId, other]) {
      const outcome = await world.outcomeOf(id);
      assert.deepEqual(
        [outcome.status, outcome.jobStatus, outcome.errorCode],
        ['expired', 'failed', 'ApprovalExpired'],
      );
      assert.deepEqual(outcome.events, [
        'team_creation_approval_requested',
        'team_creation_approval_expired',
      ]);
      assert.deepEqual(outcome.records, outcome.events);
    }
  });

  it('can be withdrawn by its requester only', async () => {
    const { approvalId } = await pending();
    assert.equal(await codeOf(node.cancel(APPROVER, approvalId)), 'Forbidden');
    assert.equal(await codeOf(node.cancel(person('person-5'), approvalId)), 'NotFound');
    await node.cancel(person('ada'), approvalId);
    const outcome = await world.outcomeOf(approvalId);
    assert.deepEqual(
      [outcome.status, outcome.jobStatus, outcome.errorCode],
      ['cancelled', 'failed', 'ApprovalCancelled'],
    );
    assert.equal(outcome.events.at(-1), 'team_creation_approval_cancelled');
  });

  describe('the decider', () => {
    for (const [who, decider] of [
      ['an approver', APPROVER],
      ['an approver whom the template names in capitals', person('person-2')],
      ['a person with the role GOVERNANCE_MANAGER', MANAGER],
      ['a person with the role TEAMS_SERVICE_ADMIN', person('x', 'TEAMS_SERVICE_ADMIN')],
      ['a person with the role GLOBAL_ADMIN', person('y', 'GLOBAL_ADMIN')],
    ] as const) {
      it(`can be ${who}`, async () => {
        const { approvalId } = await pending();
        await node.reject(decider, approvalId);
        assert.equal((await world.outcomeOf(approvalId)).status, 'rejected');
      });
    }

    it('can’t be the requester, whatever their roles', async () => {
      const requester = person('person-1', 'GLOBAL_ADMIN');
      const { approvalId } = await pending('guarded', requester);
      assert.equal(await codeOf(node.approve(requester, approvalId)), 'Forbidden');
      await node.approve(person('person-2'), approvalId);
    });

    it('can be the requester when no other approver is named', async () => {
      const { approvalId } = await pending('own');
      await node.approve(person('ada'), approvalId);
      const others = await pending('own', person('person-4'));
      assert.equal(await codeOf(node.approve(person('person-4'), others.approvalId)), 'Forbidden');
      await node.approve(person('ada'), others.approvalId);
    });

    it('can’t be another person, who gets a 404, or an app that names nobody', async () => {
      const { approvalId, job } = await pending();
      const stranger = person('person-5', 'INTEGRATION_MANAGER');
      const rejected = [
        node.approve(stranger, approvalId),
        node.reject(stranger, approvalId),
        node.approve({ ...MANAGER, tenantId: 'elsewhere' }, approvalId),
        getApproval(node.deps, stranger, newCall(), { approvalId }),
        getJob(node.deps, stranger, newCall(), { jobId: job.id }),
        node.approve(APPROVER, 'no-such-approval'),
      ];
      for (const code of await Promise.all(rejected.map(codeOf))) assert.equal(code, 'NotFound');
      assert.equal(await codeOf(node.approve(AN_APP, approvalId)), 'Forbidden');
      await node.reject(APPROVER, approvalId);
    });

    it('is the caller, or the approver whom an app names', async () => {
      const { approvalId } = await pending();
      const named = (approverId: string) => ({ approverId });
      assert.equal(await codeOf(node.approve(MANAGER, approvalId, named('person-1'))), 'Forbidden');
      assert.equal(await codeOf(node.approve(AN_APP, approvalId, named('nobody'))), 'InvalidRequest');
      assert.equal(await codeOf(node.approve(AN_APP, approvalId, named('person-5'))), 'Forbidden');
      assert.equal(await codeOf(node.approve(AN_APP, approvalId, named('ada'))), 'Forbidden');
      await node.approve(AN_APP, approvalId, named('person-1@contoso.example'));
      const { approver } = await getApproval(node.deps, APPROVER, newCall(), { approvalId });
      assert.equal(approver?.id, 'person-1');
      const mine = await pending();
      await node.reject(APPROVER, mine.approvalId, named('PERSON-1@contoso.example'));
    });
  });

  it('can’t be decided by an app on behalf of a guest or a disabled account', async () => {
    const { approvalId } = await pending();
    const users = () => node.suiteTenancy.for(TENANT).updateTable('directory.users');
    const set = (change: { account_enabled?: boolean; user_type?: 'Member' | 'Guest' }) =>
      users().set(change).where('user_id', '=', 'person-1').execute();
    const said = { approverId: 'person-1' };
    await set({ account_enabled: false });
    assert.equal(await codeOf(node.approve(AN_APP, approvalId, said)), 'Forbidden');
    assert.equal(await codeOf(node.reject(AN_APP, approvalId, said)), 'Forbidden');
    await set({ account_enabled: true, user_type: 'Guest' });
    assert.equal(await codeOf(node.approve(AN_APP, approvalId, said)), 'Forbidden');
    await set({ user_type: 'Member' });
    // The directory's list can be out of date, so its response about this person decides.
    for (const presence of ['closed', 'deleted'] as const) {
      const users = { ...node.suite.users, presence: async () => presence };
      const deps = { ...node.deps, suite: { ...node.suite, users } };
      const approve = approveTeamCreation(deps, AN_APP, newCall(), { approvalId, ...said });
      assert.equal(await codeOf(approve), 'Forbidden');
    }
    await node.approve(AN_APP, approvalId, said);
  });

  describe('a request that names people who can no longer act', () => {
    const change = (id: string, account_enabled: boolean) =>
      node.suiteTenancy
        .for(TENANT)
        .updateTable('directory.users')
        .set({ account_enabled })
        .where('user_id', '=', id)
        .execute();
    const rejectionOf = (approvalId: string) =>
      node.approve(APPROVER, approvalId).then(
        () => [],
        (error: CharterError) => [error.code, ...error.details.map(({ target, code }) => [target, code])],
      );

    it('can’t be approved, and stays pending, while the requester’s account is disabled', async () => {
      const { approvalId } = await pending('guarded', person('person-8'));
      await change('person-8', false);
      const rejected = ['InvalidRequest', ['requester.id', 'AccountClosed']];
      assert.deepEqual(await rejectionOf(approvalId), rejected);
      const { status, jobStatus, decisions, queued } = await world.outcomeOf(approvalId);
      assert.deepEqual([status, jobStatus, decisions, queued], ['pending', 'paused', 0, 0]);
      await assert.rejects(node.ask(ask('guarded', 'Late'), person('person-8')), { code: 'InvalidRequest' });
      await change('person-8', true);
      assert.deepEqual(await rejectionOf(approvalId), []);
    });

    it('can still be rejected', async () => {
      const { approvalId } = await pending('guarded', person('person-8'));
      await change('person-8', false);
      await node.reject(APPROVER, approvalId);
      assert.equal((await world.outcomeOf(approvalId)).jobStatus, 'failed');
      await change('person-8', true);
    });

    it('is planned and approved without the people who have left the directory', async () => {
      const leaver = {
        tenant_id: TENANT,
        user_id: 'leaver',
        display_name: 'Lee Ver',
        mail: null,
        user_principal_name: 'leaver@contoso.example',
        user_type: 'Member' as const,
      };
      const users = node.suiteTenancy.for(TENANT);
      await users.insertInto('directory.users').values(leaver).execute();
      const membership = { members: [{ id: 'leaver' }, { id: 'person-3' }] };
      const request = { template: { id: 'guarded' }, team: { name: 'Without', membership } };
      const job = await node.ask(request);
      await users.deleteFrom('directory.users').where('user_id', '=', 'leaver').execute();
      const approvalId = job.data.approval?.id ?? '';
      const membersOf = (plan: { members?: readonly { id: string }[] } | null | undefined) =>
        plan?.members?.map(({ id }) => id);
      const planned = await planApproval(node.deps, APPROVER, newCall(), { approvalId });
      assert.ok('team' in planned);
      assert.deepEqual(membersOf(planned.team), ['person-3']);
      await node.approve(APPROVER, approvalId);
      const { data } = await getJob(node.deps, APPROVER, newCall(), { jobId: job.id });
      assert.deepEqual(membersOf(data.plan), ['person-3']);
    });

    it('can’t be approved when no owner of the team is left', async () => {
      const owned = (...ids: string[]) => {
        const membership = { owners: ids.map((id) => ({ id })), members: [{ id: 'person-3' }] };
        return node.ask({ template: { id: 'guarded' }, team: { name: 'Owned', membership } }, AN_APP);
      };
      const [one, two] = [await owned('person-7'), await owned('person-7', 'person-8')];
      for (const id of ['person-3', 'person-7']) await change(id, false);
      assert.deepEqual(await rejectionOf(one.data.approval?.id ?? ''), [
        'PolicyViolation',
        ['teamOwner', 'PolicyViolation'],
      ]);
      assert.deepEqual(await rejectionOf(two.data.approval?.id ?? ''), []);
      assert.equal(await codeOf(owned('person-7')), 'PolicyViolation');
      for (const id of ['person-3', 'person-7']) await change(id, true);
    });
  });

  it('is listed in pages for its requester and approvers', async () => {
    const requester = person('person-7');
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.push((await pending('guarded', requester)).approvalId);
    await node.reject(APPROVER, made[0] as string);
    const list = async (as: typeof requester, role?: 'requester' | 'approver', status?: 'pending') => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await listApprovals(node.deps, as, newCall(), { role, status, top: 2, after });
        assert.ok(page.items.length <= 2);
        found.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      return found;
    };
    const newestFirst = made.toReversed();
    assert.deepEqual(await list(requester), newestFirst);
    assert.deepEqual(await list(requester, 'requester', 'pending'), newestFirst.slice(0, 2));
    assert.deepEqual(await list(requester, 'approver'), []);
    assert.deepEqual((await list(APPROVER, 'approver')).slice(0, 3), newestFirst);
    assert.deepEqual((await list(MANAGER)).slice(0, 3), newestFirst);
    assert.deepEqual(await list(MANAGER, 'approver'), []);
    assert.deepEqual(await list(person('person-5')), []);
  });
});
