/** Attaches policies to teams, and detaches them. */

import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { isAttachable } from './check-draft.ts';
import { makeTeamsDue } from './make-due.ts';
import { policyAttached, policyDetached, policyRecord } from './policy-records.ts';
import { getPolicy } from './read-policies.ts';

interface AttachPolicyDeps {
  store: Store;
  suite: { teams: Pick<Suite['teams'], 'find'> };
  clock: Clock;
}

interface AttachPolicyInput {
  policyId: string;
  teamId: string;
}

/**
 * Attaches the policy to any team of the suite. Writes nothing when it is attached already.
 * @throws Forbidden, NotFound for the policy or the team, InvalidRequest for a kind that only applies to new teams
 */
export async function attachPolicy(
  { store, suite, clock }: AttachPolicyDeps,
  principal: Principal,
  context: RequestContext,
  { policyId, teamId }: AttachPolicyInput,
): Promise<void> {
  const { tenantId } = principal;
  const policy = await getPolicy({ store }, principal, { policyId });
  const found = await suite.teams.find(tenantId, teamId);
  if (found === undefined) throw notFound('team', teamId);
  if (!isAttachable(policy.kind)) {
    throw invalidField(
      'policyId',
      say(
        'policies.notAttachable',
        "A {kind} policy only applies to new teams. It can't be attached to a team.",
        { kind: policy.kind },
      ),
    );
  }
  const { id, displayName } = found.team;
  const at = clock.now();
  await store.transaction(tenantId, async (unit) => {
    if (!(await unit.policies.attach(policy.id, id, at))) return;
    const fields = { teamId: id, teamName: displayName };
    await unit.audit.append([policyRecord(policyAttached, principal, context, policy, fields)], at);
    await makeTeamsDue(unit, { ...policy, scope: { type: 'teams' } }, at);
  });
}

/**
 * Detaches the policy. Members and settings that it restored stay.
 * @throws Forbidden, NotFound for the policy or the attachment
 */
export async function detachPolicy(
  { store, clock }: Omit<AttachPolicyDeps, 'suite'>,
  principal: Principal,
  context: RequestContext,
  { policyId, teamId }: AttachPolicyInput,
): Promise<void> {
  const policy = await getPolicy({ store }, principal, { policyId });
  await store.transaction(principal.tenantId, async (unit) => {
    if (!(await unit.policies.detach(policy.id, teamId))) throw notFound('team', teamId);
    const record = policyRecord(policyDetached, principal, context, policy, { teamId });
    await unit.audit.append([record], clock.now());
  });
}
