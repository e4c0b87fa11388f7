/** Tests what a decision writes: the job's error, the list of decisions, and the audit records. */
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
import { listRecords } from '../../engine/audit/read-trails.ts';
import { hasCode } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { TRAILS } from '../definitions.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import { getJob } from '../jobs/read-jobs.ts';
import { getApproval } from './read-approvals.ts';

const ADA = person('ada');
const ONE = person('person-1');
const TWO = person('person-2');
const ONE_DEPUTY = person('person-7');
const MANAGER = person('person-9', 'GOVERNANCE_MANAGER');

describe('a decision about a request', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    ({ node } = world);
    const approvalTeam = [{ id: 'person-1' }];
    const stages = [{ approvers: [{ id: 'person-2' }] }];
    await node.storeTemplate(approvalTemplate('guarded', { approvalTeam }));
    await node.storeTemplate(approvalTemplate('staged', { approvalTeam, stages }));
  });
  after(() => world.close());

  const read = (approvalId: string) => getApproval(node.deps, MANAGER, newCall(), { approvalId });
  const errorOf = async (jobId: string) => (await getJob(node.deps, ADA, newCall(), { jobId })).data.error;

  /** Returns the records of this trail about the target, oldest first. */
  const recordsOf = async (code: string, targetId: string) => {
    const conditions = [{ field: 'target/id', operator: 'eq', value: targetId } as const];
    const query = { code, conditions, order: 'sequence asc' as const, top: 50, countAll: false, filter: '' };
    const { items } = await listRecords({ ...node.deps, trails: TRAILS }, MANAGER, newCall(), query);
    const declared = TRAILS.find((trail) => trail.code === code)?.fields;
    const undeclared = items
      .flatMap(({ fields }) => Object.keys(fields))
      .filter((field) => !declared?.includes(field));
    assert.deepEqual(undeclared, [], 'each field of a record is declared by its trail');
    return items.map(({ type, actor, target, fields }) => ({
      type,
      actor: actor.id,
      name: target.displayName,
      fields,
    }));
  };
  const fieldsOf = (
    { id, jobId }: { id: string; jobId: string },
    templateId: string,
    teamName = 'Phoenix',
  ) => ({
    approvalId: id,
    jobId,
    templateId,
    templateName: templateId,
    teamName,
    requesterId: 'ada',
    requesterName: 'Ada Lovelace',
  });

  it('that rejects it fails the job with the decider’s name and message', async () => {
    const request = await node.pending('guarded');
    const reason = 'Too "big".\nAsk for less.';
    await node.reject(ONE, request.id, { message: reason });
    assert.partialDeepStrictEqual(await errorOf(request.jobId), {
      code: 'ApprovalRejected',
      message: 'Person person-1 rejected the request. “Too "big". Ask for less.”',
      step: null,
    });
    const { status, message, approver, decisions } = await read(request.id);
    assert.deepEqual([status, message, approver?.id], ['rejected', reason, 'person-1']);
    assert.deepEqual(
      decisions.map(({ outcome, decider, message }) => [outcome, decider.id, message]),
      [['rejected', 'person-1', reason]],
    );
    const fields = fieldsOf(request, 'guarded');
    assert.deepEqual(await recordsOf('approvals', request.id), [
      { type: 'team_creation_approval_requested', actor: 'ada', name: 'Phoenix', fields },
      {
        type: 'team_creation_rejected',
        actor: 'person-1',
        name: 'Phoenix',
        fields: { ...fields, approverId: 'person-1', message: reason },
      },
    ]);
  });

  it('that withdraws it fails the job with the requester’s name', async () => {
    const request = await node.pending('guarded');
    await node.cancel(ADA, request.id);
    assert.partialDeepStrictEqual(await errorOf(request.jobId), {
      code: 'ApprovalCancelled',
      message: 'Ada Lovelace withdrew the request.',
    });
    const { decisions } = await read(request.id);
    assert.deepEqual(
      decisions.map(({ outcome, decider, message }) => [outcome, decider.id, message]),
      [['cancelled', 'ada', null]],
    );
    const [, record] = await recordsOf('approvals', request.id);
    assert.deepEqual(record, {
      type: 'team_creation_approval_cancelled',
      actor: 'ada',
      name: 'Phoenix',
      fields: { ...fieldsOf(request, 'guarded'), approverId: 'ada' },
    });
  });

  it('that cancels its job sets the job’s error, and is audited for both the approval and the job', async () => {
    const request = await node.pending('guarded');
    const call = newCall();
    const cancel = () => cancelJob(node.deps, MANAGER, call, { jobId: request.jobId, remove: false });
    await cancel();
    await cancel();
    assert.partialDeepStrictEqual(await errorOf(request.jobId), {
      code: 'Cancelled',
      message: 'Person person-9 cancelled the job.',
    });
    const { status, decisions } = await read(request.id);
    assert.equal(status, 'cancelled');
    assert.deepEqual(
      decisions.map(({ outcome, decider }) => [outcome, decider.id]),
      [['cancelled', 'person-9']],
    );
    assert.deepEqual(
      (await recordsOf('approvals', request.id)).map(({ type, actor }) => [type, actor]),
      [
        ['team_creation_approval_requested', 'ada'],
        ['team_creation_approval_cancelled', 'person-9'],
      ],
    );
    const [, ...jobRecords] = await recordsOf('provisioning', request.jobId);
    assert.deepEqual(
      jobRecords.map(({ type, actor }) => [type, actor]),
      [['team_provisioning_cancelled', 'person-9']],
    );
  });

  it('that approves it is returned with the message of the last stage', async () => {
    const request = await node.pending('staged');
    await node.approve(ONE, request.id, { message: 'First', updates: { name: 'Griffin' } });
    assert.equal((await read(request.id)).message, null);
    await node.approve(TWO, request.id, { message: 'Second' });
    const { message, approver, decisions, decidedDateTime } = await read(request.id);
    assert.deepEqual([message, approver?.id], ['Second', 'person-2']);
    assert.equal(decidedDateTime, world.clock.now().toISOString());
    assert.deepEqual(
      decisions.map(({ stage, outcome, decider, message }) => [stage, outcome, decider.id, message]),
      [
        [0, 'approved', 'person-1', 'First'],
        [1, 'approved', 'person-2', 'Second'],
      ],
    );
    const fields = fieldsOf(request, 'staged', 'Griffin');
    const [, ...records] = await recordsOf('approvals', request.id);
    assert.deepEqual(records, [
      {
        type: 'team_creation_stage_approved',
        actor: 'person-1',
        name: 'Griffin',
        fields: { ...fields, stage: 1, approverId: 'person-1', message: 'First' },
      },
      {
        type: 'team_creation_approved',
        actor: 'person-2',
        name: 'Griffin',
        fields: { ...fields, approverId: 'person-2', message: 'Second' },
      },
    ]);
  });

  it('that an app makes for an approver is recorded with both names', async () => {
    const request = await node.pending('guarded');
    await node.approve(AN_APP, request.id, { approverId: 'person-1' });
    const [, record] = await recordsOf('approvals', request.id);
    assert.deepEqual([record?.actor, record?.fields.approverId], ['crm', 'person-1']);
  });

  it('that delegates it is recorded once, with the name of the deputy', async () => {
    const request = await node.pending('guarded');
    const call = newCall();
    await node.delegate(ONE, request.id, 'person-7', call);
    await node.delegate(ONE, request.id, 'person-7', call);
    const { decisions, stages } = await read(request.id);
    assert.deepEqual(
      decisions.map(({ stage, outcome, decider, message }) => [stage, outcome, decider.id, message]),
      [[0, 'delegated', 'person-1', null]],
    );
    assert.deepEqual(stages[0]?.delegations, [
      {
        from: { id: 'person-1', displayName: 'Person person-1' },
        to: { id: 'person-7', displayName: 'Person person-7' },
      },
    ]);
    const [, record, ...more] = await recordsOf('approvals', request.id);
    assert.deepEqual(more, []);
    assert.deepEqual(record, {
      type: 'team_creation_approval_delegated',
      actor: 'person-1',
      name: 'Phoenix',
      fields: {
        ...fieldsOf(request, 'guarded'),
        stage: 1,
        delegateId: 'person-7',
        delegateName: 'Person person-7',
      },
    });
    await node.reject(ONE_DEPUTY, request.id);
  });

  it('that approves it notifies the administrators of permanent members who left the directory', async () => {
    const cause = {
      actor: { id: 'person-12', kind: 'user', displayName: 'Twelve' } as const,
      requestId: newId(),
    };
    const roles = createRoleAssignmentStore(node.tenancy);
    await roles.assign(TENANT, 'person-11', 'TEAMS_SERVICE_ADMIN', { ...cause, at: world.clock.now() });
    const leaver = {
      tenant_id: TENANT,
      user_id: 'leaver',
      display_name: 'Lee Ver',
      mail: null,
      user_principal_name: 'leaver@contoso.example',
      user_type: 'Member' as const,
    };
    const people = node.suiteTenancy.for(TENANT);
    await people.insertInto('directory.users').values(leaver).execute();
    const members = [{ id: 'leaver', name: 'Lee' }];
    await node.storeTemplate(
      approvalTemplate(
        'lasting',
        { approvalTeam: [{ id: 'person-1' }] },
        { permanentMembership: { members } },
      ),
    );
    const request = await node.pending('lasting');
    const notified = async () => {
      const query = { addresseeId: 'person-11', unreadOnly: true, top: 10, after: undefined };
      return (await node.store.in(TENANT).notifications.list(query)).map(({ kind, facts }) => [kind, facts]);
    };
    assert.deepEqual(await notified(), []);
    await people.deleteFrom('directory.users').where('user_id', '=', 'leaver').execute();
    await node.approve(ONE, request.id);
    const facts = { templateId: 'lasting', templateName: 'lasting', people: ['Lee'] };
    assert.deepEqual(await notified(), [['template_people_departed', facts]]);
  });

  it('that comes too late expires the request', async () => {
    const request = await node.pending('guarded');
    const other = await node.pending('guarded');
    world.clock.advance(14 * 86_400);
    await assert.rejects(node.approve(ONE, request.id), (error) => {
      assert.ok(hasCode(error, 'ApprovalAlreadyResolved'));
      assert.match((error as Error).message, /has expired/);
      return true;
    });
    const { status, decisions, approver, message } = await read(request.id);
    assert.deepEqual([status, decisions, approver, message], ['expired', [], null, null]);
    assert.partialDeepStrictEqual(await errorOf(request.jobId), {
      code: 'ApprovalExpired',
      message: 'Nobody decided the request in time. Ask again if it is still needed.',
    });
    const [, record] = await recordsOf('approvals', request.id);
    assert.deepEqual(record, {
      type: 'team_creation_approval_expired',
      actor: 'charter',
      name: 'Phoenix',
      fields: fieldsOf(request, 'guarded'),
    });
    assert.equal(await node.expire(), 1);
    assert.equal((await read(other.id)).status, 'expired');
    assert.equal(await node.expire(), 0);
  });
});
