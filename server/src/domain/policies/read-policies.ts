import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { mustManagePolicies } from './access.ts';
import { wishesOf } from './apply-policies.ts';
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

/** Returns a page of policies, oldest first. @throws Forbidden */
export async function listPolicies(
  { store }: Deps,
  principal: Principal,
  query: PolicyQuery,
): Promise<Page<Policy>> {
  mustManagePolicies(principal);
  const found = await store.in(principal.tenantId).policies.list(query);
  return toPage(found, query.top, ({ id }) => id);
}

/** Returns the people whom the settings name, without those who are not in the directory. */
export async function findPolicyPeople(
  { suite }: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  policy: Policy,
): Promise<{ reference: string; displayName: string }[]> {
  const { owners, members } = wishesOf([{ ...policy, reach: 'tenant' }]);
  const references = [...new Set([...owners, ...members])];
  if (references.length === 0) return [];
  const users = await suite.users.resolve(tenantId, references);
  return references.flatMap((reference, index) => {
    const user = users[index];
    return user === undefined ? [] : [{ reference, displayName: user.displayName }];
  });
}

/** Returns the names of teams by id. */
async function namesOf(
  { suite }: { suite: Pick<Suite, 'teams'> },
  tenantId: string,
  teamIds: readonly string[],
): Promise<Map<string, string>> {
  if (teamIds.length === 0) return new Map();
  const { teams } = await suite.teams.list(tenantId, {
    only: teamIds,
    order: 'displayName asc',
    top: teamIds.length,
  });
  return new Map(teams.map(({ id, displayName }) => [id, displayName]));
}

/**
 * Returns a page of the teams that the policy is attached to. A team that the suite no longer has is without a name.
 * @throws Forbidden, NotFound
 */
export async function listPolicyTeams(
  deps: Deps & { suite: Pick<Suite, 'teams'> },
  principal: Principal,
  { policyId, ...query }: PageQuery & { policyId: string },
) {
  const { id } = await getPolicy(deps, principal, { policyId });
  const found = await deps.store.in(principal.tenantId).policies.listTeams(id, query);
  const { items, next } = toPage(found, query.top, ({ teamId }) => teamId);
  const ids = items.map(({ teamId }) => teamId);
  const names = await namesOf(deps, principal.tenantId, ids);
  const named = items.map(({ teamId, attachedAt }) => ({
    teamId,
    displayName: names.get(teamId),
    attachedDateTime: attachedAt.toISOString(),
  }));
  return { items: named, next };
}
