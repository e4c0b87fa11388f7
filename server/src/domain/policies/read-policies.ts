import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { mustManagePolicies } from './access.ts';
import type { Policy } from './model.ts';
import type { PolicyQuery } from './ports.ts';

interface Deps {
  store: Store;
}

/** @throws Forbidden, NotFound */
export async function getPolicy(
  { store }: Deps,
  principal: Principal,
  { policyId }: { policyId: string },
): Promise<Policy> {
  mustManagePolicies(principal);
  const policy = await store.in(principal.tenantId).policies.find(policyId);
  if (policy === undefined) throw notFound('policy', policyId);
  return policy;
}

/** Returns a page of policies by id. @throws Forbidden */
export async function listPolicies(
  { store }: Deps,
  principal: Principal,
  query: PolicyQuery,
): Promise<Page<Policy>> {
  mustManagePolicies(principal);
  const found = await store.in(principal.tenantId).policies.list(query);
  return toPage(found, query.top, ({ id }) => id);
}

/** Returns a page of the teams that the policy is attached to. @throws Forbidden, NotFound */
export async function listPolicyTeams(
  deps: Deps,
  principal: Principal,
  { policyId, ...query }: PageQuery & { policyId: string },
): Promise<Page<{ teamId: string; attachedAt: Date }>> {
  const { id } = await getPolicy(deps, principal, { policyId });
  const found = await deps.store.in(principal.tenantId).policies.listTeams(id, query);
  return toPage(found, query.top, ({ teamId }) => teamId);
}
