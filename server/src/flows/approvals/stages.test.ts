import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  BOARD,
  codeOf,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { getJob } from '../jobs/read-jobs.ts';
import { planProvisioning } from '../provisioning/plan-provisioning.ts';
import { getApproval, listApprovals } from './read-approvals.ts';

const ONE = person('person-1');
const TWO = person('person-2');
const THREE = person('person-3');
const FIVE = person('person-5');
const SIX = person('person-6');
const MANAGER = person('person-9', 'GOVERNANCE_MANAGER');

describe('approval stages', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    const stages = [
      { approvers: [{ id: 'person-2' }, { id: 'person-3' }], require: 'all' },
      { approvers: [{ id: BOARD }] },
    ];
    await node.storeTemplate(approvalTemplate('staged', { approvalTeam: [{ id: 'person-1' }], stages }));
    await node.storeTemplate(approvalTemplate('nobody', { stages: [{ approvers: [{ id: 'gone' }] }] }));
  });
  after(() => world.close());

  const pending = async (template = 'staged'): Promise<string> => (await node.pending(template)).id;
  const stateOf = async (id: string) => {
    const { status, stage, stages } = await getApproval(node.deps, MANAGER, newCall(), { approvalId: id });
    return { status, stage, approvedBy: stages.map(({ approvedBy }) => approvedBy) };
  };

  it('list a request for approvers of the current stage who have not approved', async () => {
    const id = await pending();
    const isAskedOf = async ({ id: person }: { id: string }, as = MANAGER): Promise<boolean> => {
      const query = { role: undefined, status: undefined, waitingFor: person, top: 999, after: undefined };
      const { items } = await listApprovals(node.deps, as, newCall(), query);
      return items.some((item) => item.id === id);
    };
    const asked = () => Promise.all([ONE, TWO, THREE].map((each) => isAskedOf(each)));
    assert.deepEqual(await asked(), [true, false, false]);
    await node.approve(ONE, id);
    assert.deepEqual(await asked(), [false, true, true]);
    await node.approve(TWO, id);
    assert.deepEqual(await asked(), [false, false, true]);
    assert.equal(await isAskedOf(THREE, TWO), true);
    assert.equal(await isAskedOf(THREE, person('stranger')), false);
    await node.reject(THREE, id, { message: 'Not now' });
    assert.deepEqual(await asked(), [false, false, false]);
  });

  it('are decided in order, by any or by all of their approvers, before the job continues', async () => {
    const id = await pending();
    assert.equal(await codeOf(node.approve(TWO, id)), 'Forbidden');
    await node.approve(ONE, id, { updates: { description: 'From one' } });
    assert.deepEqual(await stateOf(id), { status: 'pending', stage: 1, approvedBy: [['person-1'], [], []] });
    assert.equal(await codeOf(node.approve(ONE, id)), 'Forbidden');
    await node.approve(TWO, id);
    assert.equal((await stateOf(id)).stage, 1);
    await node.approve(THREE, id, { updates: { name: 'Griffin' } });
    assert.equal((await world.outcomeOf(id)).queued, 0);
    await node.approve(FIVE, id);
    const outcome = await world.outcomeOf(id);
    assert.deepEqual([outcome.status, outcome.jobStatus, outcome.queued], ['approved', 'waiting', 1]);
    assert.deepEqual(outcome.events, ['team_creation_approval_requested', 'team_creation_approved']);
    const [, payload] = await world.payloads(id);
    const request = payload?.request as { team: object } | undefined;
    assert.deepEqual(request?.team, { name: 'Griffin', description: 'From one' });
  });

  it('store the plan with the approver’s changes in the paused job', async () => {
    const id = await pending();
    const { job } = await getApproval(node.deps, MANAGER, newCall(), { approvalId: id });
    const planned = async () => {
      const { status, data } = await getJob(node.deps, MANAGER, newCall(), { jobId: job.id });
      return { status, name: data.plan?.name };
    };
    const before = await planned();
    await node.approve(ONE, id, { updates: { name: 'Chimera' } });
    const after = await planned();
    assert.match(after.name ?? '', /Chimera/);
    assert.notEqual(after.name, before.name);
    assert.deepEqual([before.status, after.status], ['paused', 'paused']);
  });

  it('each write an audit record', async () => {
    const id = await pending();
    await node.approve(ONE, id);
    const { records } = await world.outcomeOf(id);
    assert.deepEqual(records, ['team_creation_approval_requested', 'team_creation_stage_approved']);
  });

  it('count each approver once, and accept no deputy who has already approved the stage', async () => {
    const id = await pending();
    await node.approve(ONE, id);
    await node.approve(TWO, id);
    assert.equal(await codeOf(node.approve(TWO, id, { updates: { name: 'Griffin' } })), 'Conflict');
    assert.equal(await codeOf(node.delegate(THREE, id, 'person-2')), 'InvalidRequest');
    const { records, decisions } = await world.outcomeOf(id);
    assert.equal(records.filter((type) => type === 'team_creation_stage_approved').length, 2);
    assert.equal(decisions, 2);
    await node.delegate(FIVE, id, 'person-2');
    await node.approve(THREE, id);
    await node.approve(TWO, id, { stage: 2 });
    assert.equal((await stateOf(id)).status, 'approved');
  });

  it('reject a repeated approval with 409 until its sender names the next stage', async () => {
    const id = await pending();
    await node.approve(MANAGER, id);
    assert.equal(await codeOf(node.approve(MANAGER, id)), 'Conflict');
    assert.equal(await codeOf(node.approve(MANAGER, id, { stage: 0 })), 'Conflict');
    assert.equal(await codeOf(node.approve(MANAGER, id, { stage: 2 })), 'Conflict');
    assert.deepEqual([(await stateOf(id)).stage, (await world.outcomeOf(id)).decisions], [1, 1]);
    await node.approve(MANAGER, id, { stage: 1 });
    assert.equal((await stateOf(id)).stage, 2);
  });

  it('accept one of two concurrent approvals by the same person', async () => {
    const other = await world.anotherNode();
    const id = await pending();
    const codes = await Promise.all([
      node.approve(MANAGER, id).catch((error) => error.code),
      other.approve(MANAGER, id).catch((error) => error.code),
    ]);
    assert.deepEqual(codes.toSorted(), ['Conflict', undefined]);
    assert.deepEqual([(await stateOf(id)).stage, (await world.outcomeOf(id)).decisions], [1, 1]);
  });

  it('end when any approver rejects the request', async () => {
    const id = await pending();
    await node.approve(ONE, id);
    await node.reject(THREE, id);
    assert.equal((await world.outcomeOf(id)).status, 'rejected');
  });

  it('can be decided by an administrator for all approvers', async () => {
    const id = await pending();
    for (let stage = 0; stage < 3; stage += 1) await node.approve(MANAGER, id, { stage });
    assert.equal((await stateOf(id)).status, 'approved');
    const nobodys = await pending('nobody');
    await node.approve(MANAGER, nobodys);
    assert.equal((await stateOf(nobodys)).status, 'approved');
  });

  it('accept two concurrent approvals by different people', async () => {
    const other = await world.anotherNode();
    for (let round = 0; round < 5; round += 1) {
      const id = await pending();
      await node.approve(ONE, id);
      await Promise.all([node.approve(TWO, id), other.approve(THREE, id)]);
      assert.deepEqual([(await stateOf(id)).stage, (await world.outcomeOf(id)).decisions], [2, 3]);
    }
  });

  it('resolve a group to its members without guests, and show these members in a dry run', async () => {
    const id = await pending();
    const { stages } = await getApproval(node.deps, SIX, newCall(), { approvalId: id });
    assert.deepEqual(
      stages[2]?.approvers.map((approver) => approver.id),
      ['person-5', 'person-6'],
    );
    const request = { template: { id: 'staged' }, team: { name: 'Phoenix' } };
    const plan = await planProvisioning(node.deps, person('ada'), newCall().operationId, request);
    const { message } = plan.verdicts.find(({ policy }) => policy === 'approval') ?? {};
    assert.match(
      message ?? '',
      /person-1, then of .*person-2 and .*person-3, then of .*person-5 or .*person-6\.$/,
    );
  });

  it('omit approvers who are guests, have left or whose account is disabled, and name them in a dry run', async () => {
    const users = node.suiteTenancy.for(TENANT).updateTable('directory.users');
    const setOpen = (account_enabled: boolean, ...ids: string[]) =>
      users.set({ account_enabled }).where('user_id', 'in', ids).execute();
    const approvers = [{ id: 'gone', name: 'Gone Girl' }, { id: 'lost' }, { id: BOARD, name: 'The board' }];
    await node.storeTemplate(
      approvalTemplate('leaving', { approvalTeam: [...approvers, { id: 'person-8' }] }),
    );
    const omitted = async (id = 'leaving'): Promise<string[]> => {
      const request = { template: { id }, team: { name: 'Phoenix' } };
      const { omissions = [] } = await planProvisioning(
        node.deps,
        person('ada'),
        newCall().operationId,
        request,
      );
      return omissions.flatMap(({ feature, message }) =>
        feature === 'departedApprovers' ? [message.replace(/^.*: /, '')] : [],
      );
    };
    assert.deepEqual(await omitted(), ['Gone Girl, lost.']);
    await setOpen(false, 'person-5', 'person-8');
    assert.deepEqual(await omitted(), ['Gone Girl, lost, person-8.']);
    const id = await pending('leaving');
    const { stages } = await getApproval(node.deps, MANAGER, newCall(), { approvalId: id });
    assert.deepEqual(
      stages.map((stage) => stage.approvers.map((approver) => approver.id)),
      [['person-6']],
    );
    await setOpen(false, 'person-6', 'guest');
    assert.deepEqual(await omitted(), ['Gone Girl, lost, The board, person-8.']);
    await setOpen(true, 'person-5', 'person-6', 'person-8', 'guest');
    assert.deepEqual(await omitted(), ['Gone Girl, lost.']);
    const withGuest = { approvalTeam: [{ id: 'guest' }, { id: 'person-8' }] };
    await node.storeTemplate(approvalTemplate('with-guest', withGuest));
    assert.deepEqual(await omitted('with-guest'), ['guest.']);
  });

  it('wait for an administrator when the template names no approver', async () => {
    await node.storeTemplate(approvalTemplate('unnamed', {}));
    const id = await pending('unnamed');
    assert.deepEqual(await stateOf(id), { status: 'pending', stage: 0, approvedBy: [[]] });
    await node.approve(MANAGER, id);
    assert.equal((await stateOf(id)).status, 'approved');
  });

  describe('the deputies of approvers', () => {
    it('decide instead of the approver who delegated', async () => {
      const id = await pending();
      const deputy = person('person-7');
      assert.equal(await codeOf(getApproval(node.deps, deputy, newCall(), { approvalId: id })), 'NotFound');
      await node.delegate(TWO, id, 'person-7@contoso.example');
      await node.approve(ONE, id);
      assert.equal(await codeOf(node.approve(TWO, id)), 'Forbidden');
      await node.approve(deputy, id);
      await node.approve(THREE, id);
      assert.deepEqual((await stateOf(id)).approvedBy[1], ['person-7', 'person-3']);
      assert.equal((await getApproval(node.deps, TWO, newCall(), { approvalId: id })).id, id);
      const listed = await listApprovals(node.deps, deputy, newCall(), {
        role: 'approver',
        status: undefined,
        top: 1,
        after: undefined,
      });
      assert.equal(listed.items[0]?.id, id);
      assert.ok((await world.outcomeOf(id)).records.includes('team_creation_approval_delegated'));
    });

    it('can’t be a guest, a disabled account or the requester', async () => {
      const id = await pending();
      for (const nobody of ['ada', 'guest', 'person-1', 'no such person']) {
        assert.equal(await codeOf(node.delegate(ONE, id, nobody)), 'InvalidRequest');
      }
      assert.equal(await codeOf(node.delegate(MANAGER, id, 'person-7')), 'Forbidden');
      assert.equal(await codeOf(node.delegate(person('person-8'), id, 'person-7')), 'NotFound');
      await node.approve(ONE, id);
      assert.equal(await codeOf(node.delegate(ONE, id, 'person-7')), 'Forbidden');
    });

    it('can’t be approvers of the same stage when all must approve', async () => {
      const id = await pending();
      const rejected = { code: 'InvalidRequest', message: /already.*everybody must approve/ };
      await assert.rejects(node.delegate(TWO, id, 'person-3'), rejected);
      await assert.rejects(node.delegate(THREE, id, 'person-2'), rejected);
      await node.delegate(TWO, id, 'person-7');
      await assert.rejects(node.delegate(THREE, id, 'person-7'), rejected);
      await node.approve(ONE, id);
      await node.approve(person('person-7'), id);
      await assert.rejects(node.delegate(THREE, id, 'person-7'), rejected);
      assert.deepEqual(await stateOf(id), {
        status: 'pending',
        stage: 1,
        approvedBy: [['person-1'], ['person-7'], []],
      });
      await node.delegate(THREE, id, 'person-2');
      await node.approve(TWO, id);
      await node.delegate(FIVE, id, 'person-6');
      await node.approve(SIX, id);
      assert.equal((await stateOf(id)).status, 'approved');
    });

    it('have one vote in a stage where all must approve, administrators included', async () => {
      const id = await pending();
      await node.delegate(TWO, id, 'person-9');
      await node.approve(ONE, id);
      await node.approve(MANAGER, id);
      assert.equal((await stateOf(id)).stage, 1);
      assert.equal(await codeOf(node.approve(MANAGER, id)), 'Conflict');
      await node.approve(THREE, id);
      assert.equal((await stateOf(id)).stage, 2);
    });

    it('can’t be named after the last decision', async () => {
      const id = await pending();
      await node.reject(ONE, id);
      for (const reader of [ONE, TWO, MANAGER]) {
        assert.equal(await codeOf(node.delegate(reader, id, 'person-7')), 'ApprovalAlreadyResolved');
      }
      assert.equal(await codeOf(node.delegate(person('person-8'), id, 'person-7')), 'NotFound');
    });
  });
});
