import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  AN_APP,
  type ApprovalNode,
  type ApprovalWorld,
  approvalTemplate,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { getJob } from '../jobs/read-jobs.ts';
import { getApproval, listApprovals } from './read-approvals.ts';

const REQUESTER = person('ada', 'GLOBAL_ADMIN');
const APPROVER = person('person-1', 'GLOBAL_ADMIN');
const MANAGER = person('person-9', 'GOVERNANCE_MANAGER');

describe('a read of a request for a team', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  let approvalId: string;
  let jobId: string;
  before(async () => {
    world = await openApprovalWorld();
    ({ node } = world);
    await node.storeTemplate(approvalTemplate('guarded', { approvalTeam: [{ id: 'person-1' }] }));
    ({ id: approvalId, jobId } = await node.pending('guarded'));
  });
  after(() => world.close());

  const reads = async () => {
    const { audit } = node.store.in(TENANT);
    await audit.seal();
    return audit.list({ trail: 'security', conditions: [], order: 'sequence asc', top: 999 });
  };
  /** Returns the records that the work adds, as text, sorted. */
  async function added(work: () => Promise<unknown>): Promise<string[]> {
    const { length } = await reads();
    await work();
    return (await reads())
      .slice(length)
      .map(({ type, actor, target }) => `${type} ${actor.id} ${target.type} ${target.id}`)
      .sort();
  }

  it('is not recorded for requester and approver, whatever their roles', async () => {
    assert.deepEqual(
      await added(async () => {
        for (const as of [REQUESTER, APPROVER]) {
          await getApproval(node.deps, as, newCall(), { approvalId });
          await getJob(node.deps, as, newCall(), { jobId });
        }
      }),
      [],
    );
  });

  it('is recorded once for every other reader, with the requester', async () => {
    assert.deepEqual(
      await added(async () => {
        for (const as of [MANAGER, AN_APP, MANAGER]) {
          await getApproval(node.deps, as, newCall(), { approvalId });
          await getJob(node.deps, as, newCall(), { jobId });
        }
      }),
      [
        `approval_read crm approval ${approvalId}`,
        `approval_read person-9 approval ${approvalId}`,
        `job_read crm job ${jobId}`,
        `job_read person-9 job ${jobId}`,
      ],
    );
    const read = (await reads()).find(({ type }) => type === 'approval_read');
    assert.deepEqual(read?.fields, { approvalId, requesterId: 'ada', requesterName: 'Ada Lovelace' });
    assert.equal(read?.target.displayName, 'Phoenix');
  });

  it('is recorded for a list only when it shows requests of others', async () => {
    const page = { status: undefined, top: 10, after: undefined };
    assert.deepEqual(
      await added(async () => {
        await listApprovals(node.deps, APPROVER, newCall(), { ...page, role: undefined });
        await listApprovals(node.deps, MANAGER, newCall(), { ...page, role: 'approver' });
        await listApprovals(node.deps, MANAGER, newCall(), { ...page, role: undefined });
        await listApprovals(node.deps, MANAGER, newCall(), { ...page, role: undefined, status: 'pending' });
      }),
      ['approvals_listed person-9 list approvals'],
    );
  });
});
