/** Reads the teams of a tenant for the report of a policy, in pages, up to a bound. */
import { nameKey } from '../../domain/names/key.ts';
import { wishesOf } from '../../domain/policies/apply-policies.ts';
import { type Policy, policiesFor } from '../../domain/policies/model.ts';
import type { ListedTeam, TeamPagePosition } from '../../domain/teams/model.ts';
import type { GovernedTeam } from '../../domain/teams/ports.ts';
import type { Deps } from '../../engine/deps.ts';
import { findMissing, toPermanentPeople } from '../restoration/membership-gaps.ts';

const PAGE = 999;
/** Number of teams that a report reads at most, so that one call stays bounded. */
const MOST_TEAMS = 20_000;

type ReadDeps = Pick<Deps, 'store' | 'suite'>;

/** Returns the governed teams by id. */
export async function allGoverned({ store }: ReadDeps, tenantId: string): Promise<Map<string, GovernedTeam>> {
  const governed = new Map<string, GovernedTeam>();
  let after: string | undefined;
  do {
    const page: GovernedTeam[] = await store.in(tenantId).governedTeams.list({ top: PAGE, after });
    for (const team of page.slice(0, PAGE)) governed.set(team.teamId, team);
    after = page.length > PAGE ? page[PAGE - 1]?.teamId : undefined;
  } while (after !== undefined && governed.size < MOST_TEAMS);
  return governed;
}

/** Returns the teams of the suite by name. */
export async function allTeams(
  { suite }: ReadDeps,
  tenantId: string,
  memberId?: string,
): Promise<{ teams: ListedTeam[]; isComplete: boolean }> {
  const teams: ListedTeam[] = [];
  let after: TeamPagePosition | undefined;
  do {
    const page = await suite.teams.list(tenantId, {
      order: 'displayName asc',
      top: PAGE,
      ...(after !== undefined && { after }),
      ...(memberId !== undefined && { memberId }),
    });
    teams.push(...page.teams);
    after = page.next;
  } while (after !== undefined && teams.length < MOST_TEAMS);
  return { teams, isComplete: after === undefined };
}

/** Counts how many teams have each team's name, in the form that names are compared in. */
export function countNames(teams: readonly ListedTeam[]): Map<string, number> {
  const byKey = Map.groupBy(teams, ({ displayName }) => nameKey(displayName));
  return new Map([...byKey.values()].flatMap((same) => same.map((team) => [team.displayName, same.length])));
}

/** Names of the permanent people whom a team lacks, by the id of the team. */
export type MissingPeople = ReadonlyMap<string, string[]>;

/** Finds the permanent people of the policy whom the teams lack, by the teams of each person. */
export async function findMissingPeople(
  deps: ReadDeps,
  tenantId: string,
  policy: Policy,
  teamIds: readonly string[],
): Promise<MissingPeople> {
  const missing = new Map<string, string[]>();
  const inForce = policiesFor([{ ...policy, enabled: true, mode: 'enforce', scope: { type: 'tenant' } }]);
  const { owners, members } = wishesOf(inForce);
  if (owners.length + members.length === 0 || teamIds.length === 0) return missing;
  const users = await deps.suite.users.resolve(tenantId, [...owners, ...members]);
  const { people } = toPermanentPeople(users.slice(0, owners.length), users.slice(owners.length));
  for (const person of people) {
    const { teams } = await allTeams(deps, tenantId, person.id);
    const roles = new Map(teams.map(({ id, role }) => [id, role]));
    for (const teamId of teamIds) {
      const role = roles.get(teamId);
      const present = role == null ? [] : [{ userId: person.id, roles: [role] }];
      if (findMissing([person], present).length === 0) continue;
      missing.set(teamId, [...(missing.get(teamId) ?? []), person.displayName]);
    }
  }
  return missing;
}
