import type { TeamFilterClause } from '../../domain/teams/model.ts';
import type { SuiteTeams } from '../../domain/teams/suite.ts';
import type { Deps } from '../../engine/deps.ts';
import { mustBeAdmin, type Principal } from '../../engine/principal.ts';
import { say } from '../../kernel/messages.ts';
import { REQUEST_OUTCOMES, type RequestOutcome, type WeekCount } from './ports.ts';
import { type WeekStart, weekStarts } from './weeks.ts';

const DAY_MILLISECONDS = 86_400_000;

export interface OverviewDeps extends Pick<Deps, 'store' | 'clock'> {
  suite: { teams: Pick<SuiteTeams, 'count'> };
}

export type Week = { start: string } & Record<RequestOutcome, number>;

/** Returns every week with the count of each outcome, including weeks without a request. */
function toWeeks(starts: readonly WeekStart[], counts: readonly WeekCount[]): Week[] {
  return starts.map(({ day }, index) => {
    const countOf = (outcome: RequestOutcome): number =>
      counts.find((each) => each.week === index && each.outcome === outcome)?.count ?? 0;
    const outcomes = REQUEST_OUTCOMES.map((outcome) => [outcome, countOf(outcome)]);
    return { start: day, ...Object.fromEntries(outcomes) };
  });
}

async function countTeams({ suite, clock }: OverviewDeps, tenantId: string, inactiveDays: number) {
  // Uses whole days, so that a list with the same filter has the same teams.
  const today = Math.floor(clock.now().getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const since = new Date(today - inactiveDays * DAY_MILLISECONDS);
  const count = (...filter: TeamFilterClause[]) => suite.teams.count(tenantId, { filter });
  const isArchived = (value: boolean): TeamFilterClause => ({ field: 'isArchived', operator: 'eq', value });
  const [active, inactive, archived] = await Promise.all([
    count(isArchived(false), { field: 'lastActivityDateTime', operator: 'ge', value: since }),
    count(isArchived(false), { field: 'lastActivityDateTime', operator: 'lt', value: since }),
    count(isArchived(true)),
  ]);
  return { active, inactive, archived, inactiveDays };
}

/**
 * Returns the figures of the tenant: requests of the last weeks, oldest first, teams, and pending decisions.
 * @param weeks number of weeks, including the current one
 * @param inactiveDays days without activity after which a team counts as inactive
 * @param timeZone IANA name of the zone in which weeks begin
 * @throws Forbidden; InvalidRequest for an unknown time zone
 */
export async function getOverview(
  deps: OverviewDeps,
  principal: Principal,
  { weeks, inactiveDays, timeZone }: { weeks: number; inactiveDays: number; timeZone: string },
) {
  mustBeAdmin(principal, (facts) =>
    say('overview.adminsOnly', 'This needs one of the roles {roles}.', facts),
  );
  const { tenantId } = principal;
  const at = deps.clock.now();
  const starts = weekStarts(at, weeks, timeZone);
  const { overview } = deps.store.in(tenantId);
  const [requests, waiting, teams] = await Promise.all([
    overview.ofRequests(starts.map((start) => start.at)),
    overview.ofWaiting(),
    countTeams(deps, tenantId, inactiveDays),
  ]);
  const approvers = waiting.approvers.map(({ oldestAt, ...person }) => ({
    ...person,
    oldestDateTime: oldestAt.toISOString(),
  }));
  return {
    ...requests,
    atDateTime: at.toISOString(),
    weeks: toWeeks(starts, requests.weeks),
    teams,
    waiting: { ...waiting, approvers },
  };
}
