/** Tests approvers that the rules of a template name. */
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
import { TEMPLATE_LIMITS } from '../../domain/catalog/limits.ts';
import type { TemplateRuleFailure } from '../../domain/catalog/rules.ts';
import { createProvisioningJob } from '../provisioning/create-provisioning-job.ts';
import { planProvisioning } from '../provisioning/plan-provisioning.ts';
import { getApproval } from './read-approvals.ts';
import { requestApprovals } from './request-approval.ts';

const ADA = person('ada');
const GOVERNANCE = person('person-9', 'GOVERNANCE_MANAGER');

describe('approvers by rule', () => {
  let world: ApprovalWorld;
  let node: ApprovalNode;
  before(async () => {
    world = await openApprovalWorld();
    node = world.node;
    const keep = (id: string, ...approvers: object[]) =>
      node.storeTemplate(approvalTemplate(id, { stages: [{ approvers }] }));
    await keep('sponsor', { id: '<%= request.metadata.sponsor %>', name: 'The sponsor' });
    const groups = `<%= { 4100: '${BOARD}', 4200: 'person-4' }[request.metadata.costCentre] %>`;
    await keep('costCentre', { id: groups, name: 'The cost centre' });
    await keep('mixed', { id: 'person-1' }, { id: '<%= request.metadata.reviewers.join() %>' });
    await keep('broken', { id: '<%= request.metadata.site.owner %>' });
  });
  after(() => world.close());

  const requestFor = (id: string, metadata: Record<string, unknown>) => ({
    template: { id },
    team: { name: 'Phoenix' },
    metadata,
  });
  const ask = async (id: string, metadata: Record<string, unknown> = {}): Promise<string> =>
    (await createProvisioningJob(node.deps, ADA, newCall(), requestFor(id, metadata))).data.approval?.id ??
    '';
  const approversOf = async (approvalId: string): Promise<string[]> => {
    const { stages } = await getApproval(node.deps, GOVERNANCE, newCall(), { approvalId });
    return stages.flatMap(({ approvers }) => approvers.map(({ id }) => id));
  };
  const omitted = async (id: string, metadata: Record<string, unknown>): Promise<string[]> => {
    const plan = await planProvisioning(node.deps, ADA, newCall().operationId, requestFor(id, metadata));
    return (plan.omissions ?? []).map(({ message }) => message.replace(/^.*: /, ''));
  };

  it('can be the person whom an answer names, who can then decide', async () => {
    const id = await ask('sponsor', { sponsor: 'person-3' });
    assert.deepEqual(await approversOf(id), ['person-3']);
    await node.approve(person('person-3'), id);
    assert.equal((await world.outcomeOf(id)).status, 'approved');
  });

  it('can be the members of a group that the rule chooses', async () => {
    assert.deepEqual(await approversOf(await ask('costCentre', { costCentre: 4100 })), [
      'person-5',
      'person-6',
    ]);
    assert.deepEqual(await approversOf(await ask('costCentre', { costCentre: 4200 })), ['person-4']);
  });

  it('are added to the named people, each person once', async () => {
    const reviewers = ['person-2', 'person-1', 'person-3@contoso.example', 'person-2'];
    assert.deepEqual(await approversOf(await ask('mixed', { reviewers })), [
      'person-1',
      'person-2',
      'person-3',
    ]);
  });

  it('leave the stage to administrators when the answer is missing', async () => {
    const id = await ask('sponsor');
    assert.deepEqual(await approversOf(id), []);
    assert.deepEqual(await omitted('sponsor', {}), []);
    await node.approve(GOVERNANCE, id);
    assert.equal((await world.outcomeOf(id)).status, 'approved');
  });

  it('are omitted when their id is unknown or not a string, and unknown ids are reported', async () => {
    for (const sponsor of ['nobody', { id: 'person-1' }, `person-1, ${'x'.repeat(300)}`]) {
      const id = await ask('sponsor', { sponsor });
      const expected = String(sponsor).startsWith('person-1') ? ['person-1'] : [];
      assert.deepEqual(await approversOf(id), expected, JSON.stringify(sponsor));
    }
    assert.deepEqual(await omitted('sponsor', { sponsor: 'nobody' }), ['The sponsor.']);
    const longest = 'x'.repeat(TEMPLATE_LIMITS.id);
    assert.deepEqual(await omitted('sponsor', { sponsor: longest }), ['The sponsor.']);
    assert.deepEqual(await omitted('sponsor', { sponsor: `${longest}x` }), []);
    // The database cannot store these characters.
    assert.deepEqual(await omitted('sponsor', { sponsor: '\u0000, \ud800' }), ['The sponsor.']);
    assert.deepEqual(await approversOf(await ask('sponsor', { sponsor: 'guest' })), []);
  });

  it('are never the requester, even as the only approver', async () => {
    const id = await ask('sponsor', { sponsor: 'ada' });
    assert.deepEqual(await approversOf(id), []);
    assert.equal(await codeOf(node.approve(person('ada', 'GOVERNANCE_MANAGER'), id)), 'Forbidden');
  });

  it('are omitted when their rule fails, and the failure is recorded', async () => {
    const failures: TemplateRuleFailure[] = [];
    const rules = { ...node.deps.rules, failed: (failure: TemplateRuleFailure) => failures.push(failure) };
    const approvals = requestApprovals({ suite: node.suite, rules }, { approvalExpiryDays: 14 });
    const deps = { ...node.deps, approvals };
    const { omissions = [] } = await planProvisioning(
      deps,
      ADA,
      newCall().operationId,
      requestFor('broken', {}),
    );
    assert.match(omissions[0]?.message ?? '', /<%= request\.metadata\.site\.owner %>/);
    await planProvisioning(deps, ADA, newCall().operationId, requestFor('sponsor', { sponsor: 'person-3' }));
    assert.deepEqual(
      failures.map(({ rule, template }) => [rule, template.id]),
      [['approvers', 'broken']],
    );
    assert.deepEqual(await approversOf(await ask('broken')), []);
  });
});
