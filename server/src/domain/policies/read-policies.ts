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

export interface PolicyPerson {
  /** The person as named in the settings, by id, user principal name or mail address. */
  reference: string;
  displayName: string;
}

/** Returns the people whom the settings name, without those who are not in the directory. */
export async function findPolicyPeople(
  { suite }: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  policy: Policy,
): Promise<PolicyPerson[]> {
  const { owners, members } = wishesOf([{ ...policy, reach: 'tenant' }]);
  const references = [...new Set([...owners, ...members])];
  if (references.length === 0) return [];
  const users = await suite.users.resolve(tenantId, references);
  return references.flatMap((reference, index) => {
    const user = users[index];
    return user === undefined ? [] : [{ reference, displayName: user.displayName }];
  });
}

export interface AttachedTeam {
  teamId: string;
  attachedAt: Date;
  /** Absent for a team that the suite no longer has. */
  displayName?: string;
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

/** Returns a page of the teams that the policy is attached to. @throws Forbidden, NotFound */
export async function listPolicyTeams(
  deps: Deps & { suite: Pick<Suite, 'teams'> },
  principal: Principal,
  { policyId, ...query }: PageQuery & { policyId: string },
): Promise<Page<AttachedTeam>> {
  const { id } = await getPolicy(deps, principal, { policyId });
  const found = await deps.store.in(principal.tenantId).policies.listTeams(id, query);
  const { items, next } = toPage(found, query.top, ({ teamId }) => teamId);
  const names = await namesOf(
    deps,
    principal.tenantId,
    items.map(({ teamId }) => teamId),
  );
  const named = items.map((item) => {
    const displayName = names.get(item.teamId);
    return displayName === undefined ? item : { ...item, displayName };
  });
  return { items: named, next };
}
