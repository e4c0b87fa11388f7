import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { mustManagePolicies } from './access.ts';
import { type CheckDraftDeps, checkDraft } from './check-draft.ts';
import { makeTeamsDue } from './make-due.ts';
import { POLICY_LIMITS, type Policy, type PolicyDraft } from './model.ts';
import { policyCreated } from './policy-records.ts';

export interface WritePolicyDeps extends CheckDraftDeps {
  clock: Clock;
}

/**
 * Creates a policy. An enabled one in the mode `enforce` is in force at once. A repeated call with the same operation id returns the same
 * policy.
 * @throws Forbidden, InvalidRequest that names each invalid field, Conflict when there are too many
 */
export async function createPolicy(
  { clock, ...deps }: WritePolicyDeps,
  principal: Principal,
  context: RequestContext,
  draft: PolicyDraft,
): Promise<Policy> {
  mustManagePolicies(principal);
  const { tenantId } = principal;
  const id = context.operationId;
  const { policies } = deps.store.in(tenantId);
  const existing = await policies.find(id);
  if (existing !== undefined) return existing;
  await checkDraft(deps, tenantId, draft);
  const at = clock.now();
  const policy = { ...draft, id };
  await deps.store.transaction(tenantId, async (unit) => {
    await unit.policies.takeTurn();
    if ((await unit.policies.find(id)) !== undefined) return;
    if ((await unit.policies.count()) >= POLICY_LIMITS.policies) throw tooMany();
    await unit.policies.add(policy, at);
    await unit.audit.append([policyCreated.record(policy, causeOf(principal, context))], at);
    await makeTeamsDue(unit, policy, at);
  });
  const written = await policies.find(id);
  if (written === undefined) throw notFound('policy', id);
  return written;
}

const tooMany = (): CharterError =>
  new CharterError(
    'Conflict',
    say('policies.tooMany', 'There are {count} policies already. Delete one, or combine several into one.', {
      count: POLICY_LIMITS.policies,
    }),
  );
