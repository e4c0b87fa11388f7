/** Tests approval stages that apply only under a condition. */
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
import { TENANT } from '../../../test/provisioning-world.ts';
import type { TemplateRuleFailure } from '../../domain/catalog/rules.ts';
import { createProvisioningJob } from '../provisioning/create-provisioning-job.ts';
import { planProvisioning } from '../provisioning/plan-provisioning.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { planApproval } from './decide.ts';
import { getApproval } from './read-approvals.ts';
import { requestApprovals } from './request-approval.ts';

const MANAGER = person('person-9', 'GOVERNANCE_MANAGER');

describe('approval stages with a condition', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    await node.storeTemplate(
      approvalTemplate('costly', {
        approvalTeam: [{ id: 'person-1' }],
        stages: [
          { approvers: [{ id: 'person-2' }], when: 'request.metadata.budget > 1000' },
          {
            approvers: [{ id: 'person-3' }],
            when: "request.team.membership.members.some(({ userType }) => userType === 'Guest')",
          },
        ],
      }),
    );
    await node.storeTemplate(
      approvalTemplate('free', {
        stages: [
          { approvers: [{ id: 'person-1' }], when: 'request.team.membership.members.length > 2' },
          { approvers: [{ id: 'ada' }], when: "user.id !== 'ada' || request.metadata.own === true" },
        ],
      }),
    );
    await node.storeTemplate(
      approvalTemplate('broken', {
        stages: [{ approvers: [{ id: 'person-1' }], when: 'request.metadata.site.id === 1' }],
      }),
    );
  });
  after(() => world.close());

  const requestFor = (
    id: string,
    metadata?: Record<string, unknown>,
    ...members: string[]
  ): TeamProvisioningRequest => ({
    template: { id },
    team: { name: 'Phoenix', membership: { members: members.map((member) => ({ id: member })) } },
    ...(metadata && { metadata }),
  });
  const plan = (request: TeamProvisioningRequest, as = person('ada')) =>
    planProvisioning(node.deps, as, newCall().operationId, request);
  const conditionsOf = async (request: TeamProvisioningRequest, as = person('ada')) =>
    (await plan(request, as)).approvalConditions?.map(({ stage, outcome }) => [stage, outcome]);
  const askFor = async (request: TeamProvisioningRequest, as = person('ada')) => {
    const job = await createProvisioningJob(node.deps, as, newCall(), request);
    const id = job.data.approval?.id ?? '';
    return { job, id, approval: await getApproval(node.deps, MANAGER, newCall(), { approvalId: id }) };
  };
  const approversOf = ({ stages }: Awaited<ReturnType<typeof getApproval>>) =>
    stages.map(({ approvers }) => approvers.map(({ id }) => id));

  it('apply when the answers or the people of the request meet the condition', async () => {
    assert.deepEqual(await conditionsOf(requestFor('costly')), [
      [2, 'unmet'],
      [3, 'unmet'],
    ]);
    assert.deepEqual(await conditionsOf(requestFor('costly', { budget: 1001 })), [
      [2, 'met'],
      [3, 'unmet'],
    ]);
    assert.deepEqual(await conditionsOf(requestFor('costly', { budget: 1000 }, 'person-4', 'guest')), [
      [2, 'unmet'],
      [3, 'met'],
    ]);
    const asked = async (...request: Parameters<typeof requestFor>) =>
      approversOf((await askFor(requestFor(...request))).approval);
    assert.deepEqual(await asked('costly'), [['person-1']]);
    assert.deepEqual(await asked('costly', { budget: 5000 }), [['person-1'], ['person-2']]);
    assert.deepEqual(await asked('costly', { budget: 5000 }, 'guest'), [
      ['person-1'],
      ['person-2'],
      ['person-3'],
    ]);
  });

  it('can depend on the requester, or on the first owner when an app requests', async () => {
    const byApp = requestFor('free');
    byApp.team.membership = { owners: [{ id: 'person-4' }] };
    assert.deepEqual(await conditionsOf(byApp, AN_APP), [
      [1, 'unmet'],
      [2, 'met'],
    ]);
    assert.deepEqual(await conditionsOf(requestFor('free')), [
      [1, 'unmet'],
      [2, 'unmet'],
    ]);
  });

  it('are explained by the dry run', async () => {
    const { approvalConditions, verdicts } = await plan(requestFor('costly', { budget: 2000 }));
    assert.deepEqual(approvalConditions?.[0], {
      stage: 2,
      when: 'request.metadata.budget > 1000',
      outcome: 'met',
      messageCode: 'approvals.conditionMet',
      message: 'Stage 2 of the approvers is asked, because its condition is true.',
      messageParameters: { stage: 2 },
    });
    assert.equal(
      approvalConditions?.[1]?.message,
      'Stage 3 of the approvers is not asked, because its condition is not true.',
    );
    const { message } = verdicts.find(({ policy }) => policy === 'approval') ?? {};
    assert.match(message ?? '', /person-1, then of Person person-2\.$/);
    const free = await plan(requestFor('free'));
    assert.match(
      free.verdicts.find(({ policy }) => policy === 'approval')?.message ?? '',
      /approved by rule/,
    );
  });

  it('approve a request by rule when none applies, and log this', async () => {
    const { job, id, approval } = await askFor(requestFor('free'));
    assert.equal(job.status, 'waiting');
    assert.match(job.log.at(-1)?.message ?? '', /approved by rule/);
    assert.deepEqual(
      [approval.status, approval.stages, approval.approver?.displayName, approval.decisions],
      ['approved', [], 'Charter', []],
    );
    assert.notEqual(approval.decidedDateTime, null);
    assert.deepEqual(await world.outcomeOf(id), {
      status: 'approved',
      jobStatus: 'waiting',
      errorCode: undefined,
      events: ['team_creation_approved'],
      records: ['team_creation_approved'],
      decisions: 0,
      queued: 1,
    });
    const [payload] = await world.payloads(id);
    assert.deepEqual(payload?.approval, { id, approver: { id: 'charter' }, byRule: true });
    assert.equal(await codeOf(node.reject(MANAGER, id)), 'ApprovalAlreadyResolved');
  });

  it('reject an approver’s change that meets a condition which the request did not meet', async () => {
    const { id } = await askFor(requestFor('costly', undefined, 'person-4'));
    const members = (...ids: string[]) => ({
      updates: { membership: { members: ids.map((one) => ({ id: one })) } },
    });
    const withGuest = members('person-4', 'guest');
    const planned = await planApproval(node.deps, person('person-1'), newCall(), {
      approvalId: id,
      ...withGuest,
    });
    assert.ok('team' in planned);
    const verdict = planned.team.verdicts.find(({ policy }) => policy === 'approval');
    assert.equal(verdict?.outcome, 'violated');
    assert.match(verdict.message, /stage 3 of the approvers .* Leave the change out/);
    assert.deepEqual(
      planned.team.approvalConditions?.map(({ stage, outcome }) => [stage, outcome]),
      [[2, 'unmet']],
    );
    assert.equal(await codeOf(node.approve(person('person-1'), id, withGuest)), 'PolicyViolation');
    assert.equal((await world.outcomeOf(id)).decisions, 0);
    await node.approve(person('person-1'), id, members('person-4', 'person-5'));
    assert.equal((await world.outcomeOf(id)).status, 'approved');
  });

  it('stay in force when an approver’s change no longer meets their condition', async () => {
    const { id } = await askFor(requestFor('costly', undefined, 'guest'));
    await node.approve(person('person-1'), id, { updates: { membership: { members: [] } } });
    const { status, stage } = await getApproval(node.deps, MANAGER, newCall(), { approvalId: id });
    assert.deepEqual([status, stage], ['pending', 1]);
  });

  it('are not evaluated again by an approval without changes', async () => {
    await node.storeTemplate(
      approvalTemplate('late', {
        approvalTeam: [{ id: 'person-1' }],
        stages: [{ approvers: [{ id: 'person-2' }], when: "user.department === 'Moved'" }],
      }),
    );
    const { id } = await askFor(requestFor('late'));
    await node.suiteTenancy
      .for(TENANT)
      .updateTable('directory.users')
      .set({ department: 'Moved' })
      .where('user_id', '=', 'ada')
      .execute();
    const renamed = { updates: { name: 'Griffin' } };
    assert.equal(await codeOf(node.approve(person('person-1'), id, renamed)), 'PolicyViolation');
    assert.equal(await codeOf(node.approve(person('person-1'), id)), 'done');
  });

  it('stay in force when an approver changes something else', async () => {
    const { id } = await askFor(requestFor('costly', { budget: 5000 }));
    await node.approve(person('person-1'), id, { updates: { name: 'Griffin' } });
    const { stage, stages, job } = await getApproval(node.deps, MANAGER, newCall(), { approvalId: id });
    assert.deepEqual([stage, stages.length], [1, 2]);
    const { plan: planned } = (await node.store.in(TENANT).jobs.find(job.id)) ?? {};
    const { approvalConditions } = planned as { approvalConditions: { outcome: string }[] };
    assert.deepEqual(
      approvalConditions.map(({ outcome }) => outcome),
      ['met', 'unmet'],
    );
    await node.approve(person('person-2'), id);
    assert.equal((await world.outcomeOf(id)).status, 'approved');
  });

  it('do not make the requester the only approver when the other stages do not apply', async () => {
    const { approval, id } = await askFor(requestFor('free', { own: true }));
    assert.deepEqual(approversOf(approval), [[]]);
    assert.equal(await codeOf(node.approve(person('ada'), id)), 'Forbidden');
    await node.approve(MANAGER, id);
    assert.equal((await world.outcomeOf(id)).status, 'approved');
  });

  /** A node that records the rules that fail. */
  const recordingNode = () => {
    const failures: [rule: string, template: string][] = [];
    const failed = ({ rule, template }: TemplateRuleFailure) => failures.push([rule, template.id]);
    const rules = { ...node.deps.rules, failed };
    const approvals = requestApprovals({ suite: node.suite, rules }, { approvalExpiryDays: 14 });
    return { failures, deps: { ...node.deps, approvals } };
  };

  it('stay in force when their rule fails, and the failure is recorded', async () => {
    const { failures, deps } = recordingNode();
    const planned = (request: TeamProvisioningRequest) =>
      planProvisioning(deps, person('ada'), newCall().operationId, request);
    await planned(requestFor('costly', { budget: 5000 }));
    assert.deepEqual(failures, []);
    const { approvalConditions } = await planned(requestFor('broken'));
    assert.deepEqual(
      approvalConditions?.map(({ stage, outcome }) => [stage, outcome]),
      [[1, 'failed']],
    );
    assert.match(approvalConditions?.[0]?.message ?? '', /could not be evaluated: .*(site|undefined)/);
    assert.deepEqual(failures, [['approval stage 1', 'broken']]);
    assert.deepEqual(approversOf((await askFor(requestFor('broken'))).approval), [['person-1']]);
  });

  it('reject an approver’s change that makes their rule fail, and the failure is recorded', async () => {
    await node.storeTemplate(
      approvalTemplate('fragile', {
        approvalTeam: [{ id: 'person-1' }],
        stages: [
          {
            approvers: [{ id: 'person-2' }],
            when: "request.team.membership.members[0].userType === 'Guest'",
          },
        ],
      }),
    );
    const { id } = await askFor(requestFor('fragile', undefined, 'person-4'));
    const { failures, deps } = recordingNode();
    const change = { approvalId: id, updates: { membership: { members: [] } } };
    const planned = await planApproval(deps, person('person-1'), newCall(), change);
    assert.ok('team' in planned);
    const verdict = planned.team.verdicts.find(({ policy }) => policy === 'approval');
    assert.equal(verdict?.outcome, 'violated');
    assert.deepEqual(failures, [['approval stage 2', 'fragile']]);
  });
});
