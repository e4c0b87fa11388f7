/**
 * Finds the people whom a search for owners may ask or appoint. Calls the suite, so it never runs inside a transaction.
 */
import { canAct, type User } from '../../domain/directory/model.ts';
import type { OwnerRules } from '../../domain/policies/kinds/owners.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Candidate, OwnerRequest, RequestSource } from './model.ts';

/** Maximum numbers of people whom one search asks, by how the search finds them. */
const MAX_MANAGERS = 2;
const MAX_MEMBERS = 3;
/**
 * Maximum number of members of the fallback group who can own a team. Other members do not count, because a large group
 * can begin with many of them.
 */
const MAX_OF_GROUP = 100;
/** Maximum number of levels of the hierarchy that are searched for a manager who can own a team. */
const MAX_LEVELS = 5;

/** Returns the people who can currently own a team, in order and without duplicates. */
export async function findEligiblePeople(
  { suite }: Deps,
  tenantId: string,
  people: readonly { id: string; source: RequestSource }[],
): Promise<Candidate[]> {
  if (people.length === 0) return [];
  const users = await suite.users.resolve(
    tenantId,
    people.map(({ id }) => id),
  );
  const eligible = people.flatMap(({ source }, index): Candidate[] => {
    const user = users[index];
    if (user === undefined || !canAct(user)) return [];
    return [{ id: user.id, displayName: user.displayName, source }];
  });
  return eligible.filter(({ id }, index) => eligible.findIndex((person) => person.id === id) === index);
}

/** Returns the nearest manager of each former owner who can own a team. */
async function managersOf(
  { suite }: Deps,
  tenantId: string,
  formerOwnerIds: readonly string[],
): Promise<User[]> {
  const chains = await Promise.all(
    formerOwnerIds.map((id) => suite.users.managers(tenantId, id, MAX_LEVELS)),
  );
  return chains.flatMap((chain) => chain.filter(canAct).slice(0, 1)).slice(0, MAX_MANAGERS);
}

/** Returns the people whom the search may ask, in the order of the policy. */
export async function findCandidates(
  deps: Deps,
  tenantId: string,
  teamId: string,
  { candidates }: OwnerRules,
): Promise<Candidate[]> {
  const people = await deps.store.in(tenantId).ownerSearches.peopleOf(teamId, MAX_MANAGERS, MAX_MEMBERS);
  const idsOf = {
    requester: async () => (people.requesterId === null ? [] : [people.requesterId]),
    formerOwnersManager: async () =>
      (await managersOf(deps, tenantId, people.formerOwnerIds)).map(({ id }) => id),
    mostActiveMembers: async () => people.memberIds,
  };
  const found = await Promise.all(
    candidates.map(async (source) => (await idsOf[source]()).map((id) => ({ id, source }))),
  );
  return findEligiblePeople(deps, tenantId, found.flat());
}

export async function findFallback(
  { suite }: Deps,
  tenantId: string,
  { fallbackGroupId }: OwnerRules,
): Promise<Candidate[]> {
  if (fallbackGroupId === undefined) return [];
  const found: Candidate[] = [];
  let after: User | undefined;
  do {
    const page = await suite.users.groupMembers(tenantId, fallbackGroupId, MAX_OF_GROUP, after);
    found.push(
      ...page
        .filter(canAct)
        .map(({ id, displayName }): Candidate => ({ id, displayName, source: 'fallbackGroup' })),
    );
    after = page.length < MAX_OF_GROUP ? undefined : page.at(-1);
  } while (after !== undefined && found.length < MAX_OF_GROUP);
  return found;
}

/**
 * Returns a function that maps the id of a person in the requests to the name, or to the id itself if the person is not
 * in the directory.
 */
export async function namesOf(
  { suite }: Deps,
  tenantId: string,
  requests: readonly OwnerRequest[],
): Promise<(personId: string) => string> {
  const ids = [...new Set(requests.map(({ personId }) => personId))];
  const users = ids.length === 0 ? [] : await suite.users.resolve(tenantId, ids);
  const names = new Map(ids.map((id, index) => [id, users[index]?.displayName ?? id]));
  return (id) => names.get(id) ?? id;
}
