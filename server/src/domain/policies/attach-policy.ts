/** Attaches policies to teams, and detaches them. */

import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store, UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { isAttachable } from './check-draft.ts';
import { makeTeamsDue } from './make-due.ts';
import type { Policy } from './model.ts';
import { policyAttached, policyDetached } from './policy-records.ts';
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

/** @throws InvalidRequest at `target` for a kind that only applies to new teams */
export function assertAttachable({ kind }: Policy, target: string): void {
  if (isAttachable(kind)) return;
  throw invalidField(
    target,
    say(
      'policies.notAttachable',
      "A {kind} policy only applies to new teams. It can't be attached to a team.",
      { kind },
    ),
  );
}

/**
 * Attaches the policy to any team of the suite. Writes nothing when it is already attached.
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
  assertAttachable(policy, 'policyId');
  const { id, displayName } = found.team;
  const at = clock.now();
  await store.transaction(tenantId, (unit) =>
    attachInTransaction(unit, { policy, team: { id, displayName }, principal, context }, at),
  );
}

interface PolicyOfTeam {
  policy: Policy;
  team: { id: string; displayName?: string | undefined };
  principal: Principal;
  context: RequestContext;
}

/** Attaches the policy in the caller's transaction. Returns false when it is already attached. */
export async function attachInTransaction(
  unit: UnitOfWork,
  { policy, team, principal, context }: PolicyOfTeam,
  at: Date,
): Promise<boolean> {
  if (!(await unit.policies.attach(policy.id, team.id, at))) return false;
  const fields = { teamId: team.id, teamName: team.displayName };
  await unit.audit.append([policyAttached.record(policy, causeOf(principal, context), fields)], at);
  await makeTeamsDue(unit, { ...policy, scope: { type: 'teams' } }, at);
  return true;
}

/** Detaches the policy in the caller's transaction. Returns false when it is not attached. */
export async function detachInTransaction(
  unit: UnitOfWork,
  { policy, team, principal, context }: PolicyOfTeam,
  at: Date,
): Promise<boolean> {
  if (!(await unit.policies.detach(policy.id, team.id))) return false;
  const fields = { teamId: team.id, teamName: team.displayName };
  await unit.audit.append([policyDetached.record(policy, causeOf(principal, context), fields)], at);
  return true;
}

/**
 * Detaches the policy. Members and settings that it restored remain.
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
    const detached = await detachInTransaction(
      unit,
      { policy, team: { id: teamId }, principal, context },
      clock.now(),
    );
    if (!detached) throw notFound('team', teamId);
  });
}
