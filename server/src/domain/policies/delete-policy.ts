import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Principal, RequestContext } from '../principal.ts';
import type { Store } from '../store.ts';
import { policyRecord } from './describe.ts';
import { mustManagePolicies } from './policy.ts';

/**
 * Deletes a policy with its attachments. What it put back in teams stays there.
 * @throws Forbidden, NotFound
 */
export async function deletePolicy(
  { store, clock }: { store: Store; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { policyId }: { policyId: string },
): Promise<void> {
  mustManagePolicies(principal);
  const { tenantId } = principal;
  const policy = await store.in(tenantId).policies.find(policyId);
  if (policy === undefined) throw notFound('policy', policyId);
  await store.transaction(tenantId, async (unit) => {
    if (!(await unit.policies.delete(policy.id))) throw notFound('policy', policyId);
    const { enabled, scope, settings } = policy;
    const record = policyRecord('policy_deleted', principal, context, policy, { enabled, scope, settings });
    await unit.audit.append([record], clock.now());
  });
}
