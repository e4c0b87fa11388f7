/** Tests changes of the owners and members of a request by its approvers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  codeOf,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { getJob } from '../jobs/read-jobs.ts';
import { planApproval } from './decide.ts';
import type { ApprovalUpdates } from './model.ts';
import { getApproval } from './read-approvals.ts';

const ADA = person('ada');
const ONE = person('person-1');
const TWO = person('person-2');

describe('people whom approvers change', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    const stages = [{ approvers: [{ id: 'person-1' }] }, { approvers: [{ id: 'person-2' }] }];
    await node.storeTemplate(approvalTemplate('staged', { stages }));
  });
  after(() => world.close());

  const people = (...ids: string[]) => ids.map((id) => ({ id }));
  const pending = async () => {
    const membership = { owners: people('person-3'), members: people('person-4', 'person-5') };
    const job = await node.ask({ template: { id: 'staged' }, team: { name: 'Phoenix', membership } });
    return { jobId: job.id, id: job.data.approval?.id ?? '' };
  };
  const plannedIn = async (jobId: string) => {
    const { plan } = (await getJob(node.deps, ADA, newCall(), { jobId })).data;
    return { owners: plan?.owners.map(({ id }) => id), members: plan?.members.map(({ id }) => id) };
  };
  const change = (membership: ApprovalUpdates['membership']): { updates: ApprovalUpdates } => ({
    updates: { ...(membership && { membership }) },
  });

  it('are in the plan, and lists that the approver omits stay unchanged', async () => {
    const { id, jobId } = await pending();
    await node.approve(ONE, id, change({ members: people('person-5', 'person-6@contoso.example') }));
    assert.deepEqual(await plannedIn(jobId), { owners: ['person-3'], members: ['person-5', 'person-6'] });
    await node.approve(TWO, id, change({ owners: people('person-4') }));
    assert.deepEqual(await plannedIn(jobId), { owners: ['person-4'], members: ['person-5', 'person-6'] });
    const { request } = await getApproval(node.deps, ADA, newCall(), { approvalId: id });
    const membership = {
      owners: people('person-4'),
      members: people('person-5', 'person-6@contoso.example'),
    };
    assert.deepEqual(request.team.membership, membership);
    const payload = (await world.payloads(id)).at(-1)?.request as { membership: object } | undefined;
    assert.deepEqual(payload?.membership, membership);
  });

  it('are shown by the dry run, which does not change the plan', async () => {
    const { id, jobId } = await pending();
    const input = { approvalId: id, ...change({ owners: [], members: people('person-7') }) };
    const plan = await planApproval(node.deps, ONE, newCall(), input);
    assert.ok('team' in plan);
    assert.deepEqual([plan.team.owners, plan.team.members.map((member) => member.id)], [[], ['person-7']]);
    assert.deepEqual((await plannedIn(jobId)).members, ['person-4', 'person-5']);
  });

  it('must be in the directory, and must not be guests if they become owners', async () => {
    const { id } = await pending();
    const updates = change({ owners: people('person-3', 'guest'), members: people('nobody', 'person-4') });
    await assert.rejects(node.approve(ONE, id, updates), (error: { code: string; details: object[] }) => {
      assert.equal(error.code, 'InvalidRequest');
      assert.partialDeepStrictEqual(error.details, [
        { target: 'updates.membership.owners[1].id', code: 'GuestCannotOwn' },
        { target: 'updates.membership.members[0].id', code: 'UnknownUser' },
      ]);
      return true;
    });
    assert.equal(
      await codeOf(node.approve(ONE, id, change({ members: people('nobody') }))),
      'InvalidRequest',
    );
    const { stage } = await getApproval(node.deps, ADA, newCall(), { approvalId: id });
    assert.equal(stage, 0);
  });

  it('may include people who have left since the request, who are then omitted', async () => {
    const { id, jobId } = await pending();
    const users = node.suiteTenancy.for(TENANT);
    await users.deleteFrom('directory.users').where('user_id', '=', 'person-5').execute();
    await node.approve(ONE, id, change({ members: people('person-5', 'person-6') }));
    assert.deepEqual((await plannedIn(jobId)).members, ['person-6']);
  });
});
