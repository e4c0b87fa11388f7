/**
 * The latest activity in teams, from Charter's copy. The copy has Charter's own changes and the days of Microsoft's
 * usage report, which is about two days late.
 */

import { NIL } from 'uuid';
import type { SuiteActivity } from '../../../domain/teams/suite.ts';
import type { StoredDirectory } from '../../../engine/suite.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { say } from '../../../kernel/messages.ts';
import { type Sql, sql, table } from '../../../kernel/sql.ts';
import { hasStatus, retryLater } from '../client/failure.ts';
import type { MirrorParts } from './parts.ts';

export const createActivityReads = (
  parts: MirrorParts,
  { activity }: Pick<StoredDirectory, 'activity'>,
): SuiteActivity => ({
  async of(tenantId, teamIds) {
    if (teamIds.length > 0) await readReport(parts, tenantId);
    return activity.of(tenantId, teamIds);
  },
});

/* Reads Microsoft's report on the activity of teams into Charter's copy of the teams. */

const HALF_A_DAY = 12 * 60 * 60_000;
/** Time after which another caller reads the report instead of a node that died. */
const LEASE_MILLISECONDS = 2 * 60_000;

export const REPORT = "/reports/getTeamsTeamActivityDetail(period='D180')";

/** Condition that selects the row of the report in `synchronisation`. */
const stateOf = (tenant: Sql): Sql => sql`tenant_id = ${tenant} and collection = 'activity'`;

/** Splits a line of CSV (RFC 4180). */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** Seconds until a retry. A report without usable content rarely changes before an administrator acts. */
const UNUSABLE_SECONDS = 300;

const unusableReport = (problem: string): Error =>
  retryLater(`Microsoft's report on the use of teams ${problem}`, UNUSABLE_SECONDS);

/**
 * Whether the text is the id of a team. A tenant can conceal user information in all reports ("adminReportSettings
 * resource type"). Ids may then be hashes, zeros or blank.
 */
const isTeamId = (text: string): boolean => isUuid(text) && text !== NIL;

/**
 * Returns the day of the latest activity of each team.
 * @throws ServiceUnavailable for a report that does not show the activity of teams
 */
export function parseReport(csv: unknown): { id: string; day: string }[] {
  const [head = '', ...lines] = typeof csv === 'string' ? csv.replace(/^\uFEFF/, '').split(/\r?\n/) : [];
  const columns = cellsOf(head).map((name) => name.trim().toLowerCase());
  const id = columns.indexOf('team id');
  const day = columns.indexOf('last activity date');
  if (id < 0 || day < 0) {
    throw unusableReport('lacks the column Team Id or Last Activity Date. Charter reads it again later.');
  }
  const rows = lines
    .filter((line) => line !== '')
    .map(cellsOf)
    .map((cells) => ({ id: cells[id] ?? '', day: cells[day] ?? '' }));
  const known = rows.filter((row) => isTeamId(row.id));
  if (rows.length > 0 && known.length === 0) {
    throw unusableReport(
      'conceals the ids of teams. An administrator must show them in the Microsoft 365 admin center: Settings, Org settings, Reports.',
    );
  }
  return known.filter((row) => /^\d{4}-\d\d-\d\d$/.test(row.day));
}

async function save({ database, graphOf }: MirrorParts, tenantId: string): Promise<void> {
  let csv: unknown;
  try {
    csv = await graphOf(tenantId).get<unknown>(REPORT, { budget: 'reports' });
  } catch (error) {
    // The permission is missing, or the cloud has no report ("reportRoot: getTeamsTeamActivityDetail").
    if (hasStatus(error, 400, 403, 404, 405, 501)) return;
    throw error;
  }
  const rows = parseReport(csv);
  if (rows.length === 0) return;
  const { tenant, write } = database.in(tenantId);
  await write`
    update directory.teams t set changed_at = i.day
      from ${table('i', rows, { id: 'text', day: 'timestamptz' })}
     where t.tenant_id = ${tenant} and t.team_id = i.id and (t.changed_at is null or t.changed_at < i.day)`;
}

/**
 * Reads the report when the stored one is half a day old. Without the permission or the report, Charter knows only the
 * activity of its own changes.
 * @throws GraphFailure, and ServiceUnavailable while another caller reads it or its content can't be used: an active
 *   team must not look inactive because a response is missing
 */
async function readReport(parts: MirrorParts, tenantId: string): Promise<void> {
  const { database, clock, isRegistered } = parts;
  if (!(await isRegistered(tenantId))) return;
  const { tenant, exists, write } = database.in(tenantId);
  const now = sql.val(clock.now());
  const old = sql.val(new Date(clock.now().getTime() - HALF_A_DAY));
  const isYoung = await exists`
    select from graph_suite.synchronisation
     where ${stateOf(tenant)} and is_round_over and synchronised_at >= ${old}`;
  if (isYoung) return;
  const abandoned = new Date(clock.now().getTime() - LEASE_MILLISECONDS);
  const claimed = await write`
    insert into graph_suite.synchronisation as s (tenant_id, collection, synchronised_at)
    values (${tenant}, 'activity', ${now})
    on conflict (tenant_id, collection) do update set synchronised_at = ${now}, is_round_over = false
     where s.synchronised_at is null
        or s.synchronised_at < case when s.is_round_over then ${old} else ${abandoned} end::timestamptz`;
  if (claimed === 0)
    throw retryLater(
      say('graph.readingReport', "Charter is reading Microsoft's report on the use of teams."),
      10,
    );
  try {
    await save(parts, tenantId);
  } catch (error) {
    await write`update graph_suite.synchronisation set synchronised_at = null where ${stateOf(tenant)}`;
    throw error;
  }
  await write`update graph_suite.synchronisation set is_round_over = true where ${stateOf(tenant)}`;
}
