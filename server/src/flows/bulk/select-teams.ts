/** Finds the teams that a bulk request selects by ids, or by the filter of the lists of teams. */
import { TEAM_MANAGER_ROLES, userIdOf } from '../../domain/teams/access.ts';
import { type ListTeamsInput, listMyTeams, listTeams } from '../../domain/teams/list-teams.ts';
import type { ListedTeam } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { hasAnyRole, isAdmin, type Principal } from '../../engine/principal.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { MAX_TEAMS } from './model.ts';

/** Page size of the lists. */
const PAGE = 999;

/** The filter of GET /teams (`all`) or GET /me/teams (`mine`). */
export type TeamFilter = Omit<ListTeamsInput, 'top' | 'order' | 'after' | 'countAll'> & {
  scope: 'all' | 'mine';
};

export type Selection = { ids: readonly string[] } | { filter: TeamFilter };

/** A selected team. `listed` is undefined when the lists don't show the team to the caller. */
export interface SelectedTeam {
  id: string;
  listed: ListedTeam | undefined;
}

/** @throws InvalidRequest at `cap` */
function assertWithinCap(count: number, cap: number): void {
  if (count <= cap) return;
  throw invalidField(
    'cap',
    say('bulk.overCap', '{count} teams match, and cap is {cap}. Nothing was changed.', { count, cap }),
    'TooManyTeams',
  );
}

async function byFilter(
  deps: Deps,
  principal: Principal,
  { scope, ...filter }: TeamFilter,
  cap: number,
): Promise<SelectedTeam[]> {
  const list = scope === 'mine' ? listMyTeams : listTeams;
  const query = { ...filter, order: 'displayName asc', top: PAGE } as const;
  let page = await list(deps, principal, { ...query, countAll: true });
  assertWithinCap(page.count, cap);
  const teams: ListedTeam[] = [...page.teams];
  while (page.next !== undefined && teams.length <= cap) {
    page = await list(deps, principal, { ...query, countAll: false, after: page.next });
    teams.push(...page.teams);
  }
  assertWithinCap(teams.length, cap);
  return teams.map((listed) => ({ id: listed.id, listed }));
}

/** Lists the teams with these ids: the teams of the caller, or all teams of the tenant for the scope `all`. */
async function listByIds(
  { suite }: Deps,
  principal: Principal,
  ids: readonly string[],
  scope: TeamFilter['scope'],
): Promise<Map<string, ListedTeam>> {
  const memberId = scope === 'mine' ? userIdOf(principal) : undefined;
  if (scope === 'mine' && memberId === undefined) return new Map();
  const query = { only: ids, order: 'displayName asc', top: PAGE, ...(memberId && { memberId }) } as const;
  const found: ListedTeam[] = [];
  let page = await suite.teams.list(principal.tenantId, query);
  found.push(...page.teams);
  while (page.next !== undefined) {
    page = await suite.teams.list(principal.tenantId, { ...query, after: page.next });
    found.push(...page.teams);
  }
  return new Map(found.map((team) => [team.id, team]));
}

async function byIds(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
  cap: number,
): Promise<SelectedTeam[]> {
  const distinct = [...new Set(ids)];
  assertWithinCap(distinct.length, cap);
  const [all, mine] = await Promise.all([
    hasAnyRole(principal, TEAM_MANAGER_ROLES) ? listByIds(deps, principal, distinct, 'all') : undefined,
    isAdmin(principal) ? undefined : listByIds(deps, principal, distinct, 'mine'),
  ]);
  return distinct.map((id) => ({ id, listed: mine?.get(id) ?? all?.get(id) }));
}

/**
 * Returns the selected teams: ids in the order of the request, or the filtered list.
 * @throws InvalidRequest at `cap` when more than `cap` teams are selected; Forbidden for a filter over all teams
 */
export const selectTeams = (
  deps: Deps,
  principal: Principal,
  selection: Selection,
  cap: number = MAX_TEAMS,
): Promise<SelectedTeam[]> =>
  'ids' in selection
    ? byIds(deps, principal, selection.ids, cap)
    : byFilter(deps, principal, selection.filter, cap);
