/** Reads searches for owners and the requests to people. */
import { ownerRulesOf } from '../../domain/policies/kinds/owners.ts';
import { authoriseTeamAction } from '../../domain/teams/access.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { assertCanSeeSearches } from './access.ts';
import { namesOf } from './candidates.ts';
import { ownersPolicyFor } from './check-owners.ts';
import type { OwnerRequest, OwnerSearch } from './model.ts';
import type { OwnerRequestOfTeam, OwnerRequestQuery, OwnerSearchQuery } from './ports.ts';

/** Describes a request for the API. Times are RFC 3339 UTC. */
const describeOpen = (
  { id, personId, source, status, createdAt, expiresAt, resolvedAt }: OwnerRequest,
  displayName: string,
) => ({
  id,
  person: { id: personId, displayName },
  source,
  status,
  createdDateTime: createdAt.toISOString(),
  expiresDateTime: source === 'fallbackGroup' ? null : expiresAt.toISOString(),
  resolvedDateTime: resolvedAt?.toISOString() ?? null,
});

/** @param displayName name of the person who is asked */
export const describeRequest = (request: OwnerRequestOfTeam, displayName: string) => ({
  ...describeOpen(request, displayName),
  team: { id: request.teamId, displayName: request.teamName },
});

export type ShownRequest = ReturnType<typeof describeRequest>;

/** Returns a page of the requests to the caller, newest first. Apps have none. */
export async function listOwnerRequests(
  { store }: Pick<Deps, 'store'>,
  principal: Principal,
  query: Omit<OwnerRequestQuery, 'personId'>,
): Promise<Page<ShownRequest>> {
  const { tenantId, id: personId, displayName } = principal;
  const found = await store.in(tenantId).ownerSearches.listRequests({ ...query, personId });
  return toPage(
    found.map((request) => describeRequest(request, displayName)),
    query.top,
    ({ id }) => id,
  );
}

function describeSearch(
  { state, ownerCount, limit, startedAt, dueAt, policyId }: OwnerSearch,
  requests: readonly OwnerRequest[],
  nameOf: (personId: string) => string,
) {
  return {
    state,
    ownerCount,
    limit,
    policy: { id: policyId },
    startedDateTime: startedAt.toISOString(),
    nextDateTime: dueAt?.toISOString() ?? null,
    requests: requests.map((request) => describeOpen(request, nameOf(request.personId))),
  };
}

/**
 * Returns a page of the searches, by the id of the team.
 * @throws Forbidden
 */
export async function listOwnerSearches(deps: Deps, principal: Principal, query: OwnerSearchQuery) {
  assertCanSeeSearches(principal);
  const { tenantId } = principal;
  const found = await deps.store.in(tenantId).ownerSearches.list(query);
  const { items, next } = toPage(found, query.top, ({ teamId }) => teamId);
  const nameOf = await namesOf(
    deps,
    tenantId,
    items.flatMap(({ requests }) => requests),
  );
  return {
    items: items.map(({ teamId, teamName, requests, ...search }) => ({
      team: { id: teamId, displayName: teamName },
      ...describeSearch({ teamId, ...search }, requests, nameOf),
    })),
    next,
  };
}

/**
 * Returns the number of a team's owners, the policy's limits for it, and the search for owners. Only owners of the team
 * and administrators may read them.
 * @throws NotFound, Forbidden
 */
export async function getTeamOwnership(deps: Deps, principal: Principal, { teamId }: { teamId: string }) {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'readLifecycle');
  const { id, displayName } = suiteTeam.team;
  const store = deps.store.in(tenantId);
  const [{ team, policies }, { search, requests, ableIds, ownerCount }] = await Promise.all([
    store.policies.findGoverning(id),
    store.ownerSearches.situationOf(id),
  ]);
  const policy = team === undefined ? undefined : ownersPolicyFor(policies, team);
  const rules = policy && ownerRulesOf(policy.settings);
  return {
    team: { id, displayName },
    ownerCount,
    ableOwnerCount: ableIds.length,
    rules:
      policy === undefined || rules === undefined
        ? null
        : {
            policy: { id: policy.id, displayName: policy.name },
            mode: policy.mode,
            minimumOwners: rules.minimumOwners,
            maximumOwners: rules.maximumOwners ?? null,
          },
    search:
      search === undefined ? null : describeSearch(search, requests, await namesOf(deps, tenantId, requests)),
  };
}
