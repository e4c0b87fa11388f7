import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
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
import { PEOPLE, TENANT } from '../../../test/provisioning-world.ts';
import { newId } from '../../kernel/ids.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { createProvisioningJob } from '../provisioning/create-provisioning-job.ts';
import { planProvisioning } from '../provisioning/plan-provisioning.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { remindApprovers } from './deadlines.ts';
import { getApproval } from './read-approvals.ts';
import { requestApprovals } from './request-approval.ts';

const MANAGER = person('person-1');
const HIGHER = person('person-2');
const NAMED = person('person-3');
const GOVERNANCE = person('person-9', 'GOVERNANCE_MANAGER');

const requestFor = (template: string): TeamProvisioningRequest => ({
  template: { id: template },
  team: { name: 'Phoenix' },
});

describe("the requester's manager", () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    const keep = (id: string, ...stages: object[]) => node.storeTemplate(approvalTemplate(id, { stages }));
    const named = [{ id: 'person-3' }];
    await keep('manager', { manager: true });
    await keep('both', { manager: true, approvers: named, require: 'all' });
    await keep('twice', { manager: true }, { approvers: [{ id: 'person-1' }, { id: 'person-3' }] });
    await keep('own', { approvers: [{ id: 'ada' }] }, { manager: true });
    await keep('peers', { approvers: [{ id: 'ada' }, { id: 'person-3' }], require: 'all' });
    await keep('left', { approvers: [{ id: 'ada' }, { id: 'somebody-who-left' }] });
    await keep('withManager', { manager: true, approvers: [{ id: 'ada' }] });
    await keep('alone', { approvers: [{ id: 'ada' }] });
    await keep('named', { approvers: named });
    await keep('second', { manager: true }, { manager: true, managerLevel: 2 });
  });
  after(() => world.close());

  const users = () => node.suiteTenancy.for(TENANT).updateTable('directory.users');
  const reportTo = (id: string, managerId: string | null) =>
    users().set({ manager_id: managerId }).where('user_id', '=', id).execute();
  const set = (id: string, change: { account_enabled?: boolean; user_type?: 'Member' | 'Guest' }) =>
    users().set(change).where('user_id', '=', id).execute();
  beforeEach(async () => {
    await users().set({ manager_id: null, account_enabled: true }).where('user_id', 'in', PEOPLE).execute();
    await reportTo('ada', 'person-1');
    await reportTo('person-1', 'person-2');
  });

  const pending = async (template: string, as = person('ada')): Promise<string> => {
    const request = requestFor(template);
    if (as.kind === 'app') request.team.membership = { owners: [{ id: 'ada' }] };
    return (await node.ask(request, as)).data.approval?.id ?? '';
  };
  const stagesOf = async (id: string): Promise<string[][]> => {
    const { stages } = await getApproval(node.deps, GOVERNANCE, newCall(), { approvalId: id });
    return stages.map(({ approvers }) => approvers.map((approver) => approver.id));
  };
  const statusOf = async (id: string) =>
    (await getApproval(node.deps, GOVERNANCE, newCall(), { approvalId: id })).status;

  it('stays the approver when the requester gets another manager after the request', async () => {
    const id = await pending('manager');
    await reportTo('ada', 'person-2');
    assert.deepEqual(await stagesOf(id), [['person-1']]);
    assert.equal(await codeOf(node.approve(HIGHER, id)), 'NotFound');
    await node.approve(MANAGER, id);
    const { status, jobStatus, queued } = await world.outcomeOf(id);
    assert.deepEqual([status, jobStatus, queued], ['approved', 'waiting', 1]);
    assert.deepEqual(await stagesOf(await pending('manager')), [['person-2']]);
  });

  it('is named by a dry run', async () => {
    const plan = await planProvisioning(
      node.deps,
      person('ada'),
      newCall().operationId,
      requestFor('manager'),
    );
    const { message } = plan.verdicts.find(({ policy }) => policy === 'approval') ?? {};
    assert.match(message ?? '', /approval of Person person-1\.$/);
  });

  it('is replaced by the next manager up the hierarchy when unable to decide', async () => {
    await set('person-1', { account_enabled: false });
    assert.deepEqual(await stagesOf(await pending('manager')), [['person-2']]);
    await reportTo('ada', 'guest');
    await reportTo('guest', 'person-4');
    assert.deepEqual(await stagesOf(await pending('manager')), [['person-4']]);
  });

  it('is replaced by administrators when no manager can decide', async () => {
    const withoutManager = async (): Promise<void> => {
      const id = await pending('manager');
      assert.deepEqual(await stagesOf(id), [[]]);
      assert.equal(await codeOf(node.approve(person('ada', 'GOVERNANCE_MANAGER'), id)), 'Forbidden');
      await node.approve(GOVERNANCE, id);
      assert.equal(await statusOf(id), 'approved');
    };
    await set('person-1', { account_enabled: false });
    await set('person-2', { account_enabled: false });
    await withoutManager();
    await reportTo('ada', null);
    await withoutManager();
    await reportTo('ada', 'somebody-who-left');
    await withoutManager();
  });

  it('is replaced by administrators, who are notified and reminded, except the requester', async () => {
    const at = world.clock.now();
    const actor = { id: 'person-9', kind: 'user', displayName: 'Nine' } as const;
    const roles = createRoleAssignmentStore(node.tenancy);
    for (const id of ['ada', 'person-8'])
      await roles.assign(TENANT, id, 'TEAMS_SERVICE_ADMIN', { actor, requestId: newId(), at });
    await reportTo('ada', null);
    await reportTo('person-1', null);
    const id = await pending('second');
    await node.approve(GOVERNANCE, id);
    const later = new TestClock(at);
    later.advance(3 * 86_400);
    await remindApprovers({ ...node.deps, clock: later }, TENANT, 3);
    await node.cancel(person('ada'), id);
    const kindsTo = async (addresseeId: string) =>
      (
        await node.store.in(TENANT).notifications.list({
          ...{ addresseeId, unreadOnly: false, top: 10, after: undefined },
        })
      )
        .filter(({ facts }) => 'approvalId' in facts && facts.approvalId === id)
        .map(({ kind }) => kind);
    assert.deepEqual(await kindsTo('person-8'), [
      'approval_withdrawn',
      'approval_reminder',
      'approval_requested',
      'approval_requested',
    ]);
    assert.deepEqual(await kindsTo('ada'), []);
    for (const admin of ['ada', 'person-8'])
      await roles.revoke(TENANT, admin, 'TEAMS_SERVICE_ADMIN', { actor, requestId: newId(), at });
  });

  it('is never the requester, even when the directory has a cycle', async () => {
    await set('person-1', { account_enabled: false });
    await reportTo('person-1', 'ada');
    assert.deepEqual(await stagesOf(await pending('manager')), [[]]);
  });

  it('is not an approver for the request of an app, whoever becomes the owner', async () => {
    const id = await pending('manager', AN_APP);
    assert.deepEqual(await stagesOf(id), [[]]);
    await node.approve(GOVERNANCE, id);
  });

  it('is an approver together with the named people', async () => {
    const id = await pending('both');
    assert.deepEqual(await stagesOf(id), [['person-1', 'person-3']]);
    await node.approve(NAMED, id);
    assert.equal(await statusOf(id), 'pending');
    await node.approve(MANAGER, id);
    assert.equal(await statusOf(id), 'approved');
    await reportTo('ada', 'person-3');
    assert.deepEqual(await stagesOf(await pending('both')), [['person-3']]);
  });

  it('is an approver again in a later stage that names the same person', async () => {
    const id = await pending('twice');
    await node.approve(MANAGER, id);
    assert.equal(await statusOf(id), 'pending');
    await node.approve(MANAGER, id, { stage: 1 });
    assert.equal(await statusOf(id), 'approved');
    const { decisions, records } = await world.outcomeOf(id);
    assert.deepEqual([decisions, records.at(-1)], [2, 'team_creation_approved']);
  });

  it('can delegate to anybody but the requester', async () => {
    const id = await pending('manager');
    assert.equal(await codeOf(node.delegate(MANAGER, id, 'ada')), 'InvalidRequest');
    await node.delegate(MANAGER, id, 'person-7');
    assert.deepEqual(await stagesOf(id), [['person-7']]);
    assert.equal(await codeOf(node.approve(MANAGER, id)), 'Forbidden');
    await node.approve(person('person-7'), id);
    assert.equal(await statusOf(id), 'approved');
  });

  it('at the second level is the next manager above the first who can decide', async () => {
    assert.deepEqual(await stagesOf(await pending('second')), [['person-1'], ['person-2']]);
    await reportTo('person-2', 'person-4');
    await set('person-2', { account_enabled: false });
    assert.deepEqual(await stagesOf(await pending('second')), [['person-1'], ['person-4']]);
    await reportTo('person-1', null);
    assert.deepEqual(await stagesOf(await pending('second')), [['person-1'], []]);
  });

  it('is read from the directory only when a stage names the manager', async () => {
    const { suite } = node.deps;
    const asked: string[] = [];
    const watched = {
      ...suite,
      users: {
        ...suite.users,
        managers: (...args: Parameters<typeof suite.users.managers>) => {
          asked.push(args[1]);
          return suite.users.managers(...args);
        },
        // The approvers are people, not groups, so this must never be called.
        groupMembers: (...args: Parameters<typeof suite.users.groupMembers>) => {
          asked.push(args[1]);
          return suite.users.groupMembers(...args);
        },
      },
    };
    const approvals = requestApprovals(
      { suite: watched, rules: node.deps.rules },
      { approvalExpiryDays: 14 },
    );
    const deps = { ...node.deps, suite: watched, approvals };
    const ask = (template: string) =>
      createProvisioningJob(deps, person('ada'), newCall(), requestFor(template));
    await ask('named');
    assert.deepEqual(asked, []);
    await ask('twice');
    assert.deepEqual(asked, ['ada']);
  });

  describe('a stage that names the requester', () => {
    it('is decided by its other approvers', async () => {
      const id = await pending('peers');
      assert.deepEqual(await stagesOf(id), [['person-3']]);
      await node.approve(NAMED, id);
      assert.equal(await statusOf(id), 'approved');
    });

    it('is decided by administrators when the other approvers can no longer decide', async () => {
      const own = person('ada', 'GOVERNANCE_MANAGER');
      const isDecidedByOthers = async (template: string): Promise<void> => {
        const id = await pending(template, own);
        assert.deepEqual(await stagesOf(id), [[]]);
        assert.equal(await codeOf(node.approve(own, id)), 'Forbidden');
        await node.approve(GOVERNANCE, id);
      };
      await set('person-3', { account_enabled: false });
      await isDecidedByOthers('peers');
      await isDecidedByOthers('left');
      await reportTo('ada', null);
      await isDecidedByOthers('withManager');
    });

    it('is decided by the requester when the template names nobody else', async () => {
      const id = await pending('alone');
      assert.deepEqual(await stagesOf(id), [['ada']]);
      await node.approve(person('ada'), id);
      assert.equal(await statusOf(id), 'approved');
    });

    it('is decided by administrators when it names nobody else, but another stage names the manager', async () => {
      const own = person('ada', 'GOVERNANCE_MANAGER');
      assert.deepEqual(await stagesOf(await pending('own')), [[], ['person-1']]);
      await reportTo('ada', null);
      const id = await pending('own', own);
      assert.deepEqual(await stagesOf(id), [[], []]);
      assert.equal(await codeOf(node.approve(own, id)), 'Forbidden');
      await node.approve(GOVERNANCE, id);
      await node.approve(GOVERNANCE, id, { stage: 1 });
      assert.equal(await statusOf(id), 'approved');
    });
  });
});
