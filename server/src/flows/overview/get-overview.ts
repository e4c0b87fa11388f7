import type { TeamFilterClause } from '../../domain/teams/model.ts';
import type { SuiteTeams } from '../../domain/teams/suite.ts';
import type { Deps } from '../../engine/deps.ts';
import { assertAdmin, type Principal } from '../../engine/principal.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { REQUEST_OUTCOMES, type RequestOutcome, type WeekCount } from './ports.ts';

const WEEK_MILLISECONDS = 7 * DAY_MILLISECONDS;

/** The start of a week in a time zone: Monday, 00:00 local time. */
interface WeekStart {
  /** Date of the Monday, for example `2026-11-16`. */
  day: string;
  at: Date;
}

/** @throws InvalidRequest for an unknown name */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw invalidField(
      'timeZone',
      say('overview.timeZone', "'{zone}' is no time zone. Use an IANA name, such as Europe/Berlin.", {
        zone: timeZone,
      }),
    );
  }
}

/** Returns the local time in the zone as milliseconds, as if it were UTC. */
function localTime(clock: Intl.DateTimeFormat, time: number): number {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns the instant of a local time in the zone. The first guess can be off by an hour around a clock change. */
function timeOf(clock: Intl.DateTimeFormat, local: number): Date {
  const guess = local - (localTime(clock, local) - local);
  return new Date(guess - (localTime(clock, guess) - local));
}

/**
 * Returns the starts of the weeks up to that of `now`, oldest first.
 * @param timeZone IANA name
 * @throws InvalidRequest for an unknown time zone
 */
export function weekStarts(now: Date, weeks: number, timeZone: string): WeekStart[] {
  const clock = clockOf(timeZone);
  const today = Math.floor(localTime(clock, now.getTime()) / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = today - daysSinceMonday * DAY_MILLISECONDS;
  return Array.from({ length: weeks }, (_, index) => {
    const local = monday - (weeks - 1 - index) * WEEK_MILLISECONDS;
    return { day: new Date(local).toISOString().slice(0, 10), at: timeOf(clock, local) };
  });
}

interface OverviewDeps extends Pick<Deps, 'store' | 'clock'> {
  suite: { teams: Pick<SuiteTeams, 'count'> };
}

type Week = { start: string } & Record<RequestOutcome, number>;

/** Returns every week with the count of each outcome, including weeks without requests. */
function toWeeks(starts: readonly WeekStart[], counts: readonly WeekCount[]): Week[] {
  return starts.map(({ day }, index) => {
    const countOf = (outcome: RequestOutcome): number =>
      counts.find((each) => each.week === index && each.outcome === outcome)?.count ?? 0;
    const outcomes = REQUEST_OUTCOMES.map((outcome) => [outcome, countOf(outcome)]);
    return { start: day, ...Object.fromEntries(outcomes) };
  });
}

async function countTeams({ suite, clock }: OverviewDeps, tenantId: string, inactiveDays: number) {
  // Uses whole days, so that the list of teams with the same filter returns as many teams.
  const today = Math.floor(clock.now().getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const since = new Date(today - inactiveDays * DAY_MILLISECONDS);
  const count = (...filter: TeamFilterClause[]) => suite.teams.count(tenantId, { filter });
  const isArchived = (value: boolean): TeamFilterClause => ({ field: 'isArchived', operator: 'eq', value });
  const [active, inactive, archived, ownerless] = await Promise.all([
    count(isArchived(false), { field: 'lastActivityDateTime', operator: 'ge', value: since }),
    count(isArchived(false), { field: 'lastActivityDateTime', operator: 'lt', value: since }),
    count(isArchived(true)),
    count(isArchived(false), { field: 'ownerCount', operator: 'eq', value: 0 }),
  ]);
  return { active, inactive, archived, ownerless, inactiveDays };
}

/**
 * Returns the tenant's metrics: requests of the last weeks, oldest first, teams, and pending decisions.
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
  assertAdmin(principal, (facts) =>
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
