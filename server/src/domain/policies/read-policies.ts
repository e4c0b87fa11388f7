import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { kindOf } from '../questions/kinds.ts';
import { assertCanManagePolicies } from './access.ts';
import { requirementsOf } from './apply-policies.ts';
import type { Policy, PolicyDraft, PolicyScope } from './model.ts';
import type { PolicyQuery } from './ports.ts';
import { questionsOfScope } from './resolve-scope.ts';

interface Deps {
  store: Store;
}

/** Describes a policy for the API. Times are RFC 3339 UTC. */
export const describePolicy = ({ createdAt, updatedAt, ...policy }: Policy) => ({
  ...policy,
  createdDateTime: createdAt.toISOString(),
  lastModifiedDateTime: updatedAt.toISOString(),
});

/** Describes a change by the old and the new value; a list by its added and removed items, because it may be long. */
function describeChange(from: unknown, to: unknown): unknown {
  if (!Array.isArray(from) || !Array.isArray(to)) return { from: from ?? null, to: to ?? null };
  const [before, after] = [new Set<unknown>(from), new Set<unknown>(to)];
  return { added: to.filter((item) => !before.has(item)), removed: from.filter((item) => !after.has(item)) };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the old and the new value of each changed field. */
export function changesOf(before: PolicyDraft, after: PolicyDraft): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  const note = (path: string, from: unknown, to: unknown): void => {
    if (!same(from, to)) changes[path] = describeChange(from, to);
  };
  for (const field of ['name', 'description', 'enabled', 'mode', 'scope'] as const) {
    note(field, before[field], after[field]);
  }
  const [from, to] = [before.settings, after.settings] as Record<string, unknown>[];
  for (const name of new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])) {
    note(`settings.${name}`, from?.[name], to?.[name]);
  }
  return changes;
}

/** @throws Forbidden, NotFound */
export async function getPolicy(
  { store }: Deps,
  principal: Principal,
  { policyId }: { policyId: string },
): Promise<Policy> {
  assertCanManagePolicies(principal);
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
  assertCanManagePolicies(principal);
  const found = await store.in(principal.tenantId).policies.list(query);
  return toPage(found, query.top, ({ id }) => id);
}

/** Returns the people and groups that the answers of the scope name. */
async function referencesInScope(
  { store }: Deps,
  tenantId: string,
  scope: PolicyScope,
): Promise<{ people: string[]; groups: string[] }> {
  const answers = scope.type === 'teams' ? undefined : scope.answers;
  if (answers === undefined) return { people: [], groups: [] };
  const { questions } = await questionsOfScope({ store }, tenantId, scope);
  const valuesOf = (kind: 'users' | 'groups'): string[] =>
    questions
      .filter((question) => kindOf(question).refersTo === kind)
      .flatMap(({ id }) => (Object.hasOwn(answers, id) ? (answers[id] ?? []) : []));
  return { people: valuesOf('users'), groups: valuesOf('groups') };
}

/** Returns the people and groups that the settings and the scope name, except those that are not in the directory. */
export async function findPolicyPeople(
  { store, suite }: Deps & { suite: Pick<Suite, 'users' | 'groups'> },
  tenantId: string,
  policy: Policy,
): Promise<{ reference: string; displayName: string }[]> {
  const { owners, members } = requirementsOf([{ ...policy, reach: 'tenant' }]);
  const fallback = policy.kind === 'owners' ? policy.settings.fallbackGroupId : undefined;
  const inScope = await referencesInScope({ store }, tenantId, policy.scope);
  const people = [...new Set([...owners, ...members, ...inScope.people])];
  const groups = [...new Set([...(fallback === undefined ? [] : [fallback]), ...inScope.groups])];
  const [users, found] = await Promise.all([
    people.length === 0 ? [] : suite.users.resolve(tenantId, people),
    groups.length === 0 ? [] : suite.groups.find(tenantId, groups),
  ]);
  return [...people, ...groups].flatMap((reference, index) => {
    const named = [...users, ...found][index];
    return named === undefined ? [] : [{ reference, displayName: named.displayName }];
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
 * Returns a page of the teams that the policy is attached to. A team that the suite no longer has is listed without a
 * name.
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
