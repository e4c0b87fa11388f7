import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { mustManagePolicies } from './access.ts';
import { policyDeleted } from './policy-records.ts';
import { findAtVersion, type UpdatePolicyInput } from './update-policy.ts';

/**
 * Deletes a policy with its attachments. Members and settings that it restored stay.
 * @throws Forbidden, NotFound, PreconditionFailed
 */
export async function deletePolicy(
  { store, clock }: { store: Store; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { policyId, ifVersion }: Omit<UpdatePolicyInput, 'changes'>,
): Promise<void> {
  mustManagePolicies(principal);
  const { tenantId } = principal;
  await store.transaction(tenantId, async (unit) => {
    await unit.policies.takeTurn();
    const policy = await findAtVersion(unit.policies, policyId, ifVersion);
    if (!(await unit.policies.delete(policy.id))) throw notFound('policy', policyId);
    await unit.audit.append([policyDeleted.record(policy, causeOf(principal, context))], clock.now());
  });
}
