/** Reads Microsoft's report on the activity of teams into Charter's copy of them. */
import { isUuid } from '../../kernel/ids.ts';
import { hasStatus } from './failure.ts';
import type { GraphParts } from './parts.ts';

const HALF_A_DAY = 12 * 60 * 60_000;
const COLLECTION = 'activity';

const LAST = `
  select synchronised_at as at from graph_suite.synchronisation where tenant_id = $1 and collection = $2`;

/** Returns a row for only one of several concurrent callers. */
const CLAIM = `
  insert into graph_suite.synchronisation as s (tenant_id, collection, synchronised_at) values ($1, $2, $3)
  on conflict (tenant_id, collection) do update set synchronised_at = $3
   where s.synchronised_at is null or s.synchronised_at < $4
  returning collection`;

const SAVE = `
  update embedded_suite.teams t set changed_at = i.day
    from json_to_recordset($2::json) as i(id text, day timestamptz)
   where t.tenant_id = $1 and t.team_id = i.id and (t.changed_at is null or t.changed_at < i.day)`;

/** Splits a line of CSV (RFC 4180). */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** Returns the day of the latest activity of each team. Names may be concealed; ids are not. */
function parseReport(csv: string): { id: string; day: string }[] {
  const [head = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = cellsOf(head).map((name) => name.trim().toLowerCase());
  const id = columns.indexOf('team id');
  const day = columns.indexOf('last activity date');
  if (id < 0 || day < 0) return [];
  return lines
    .map(cellsOf)
    .map((cells) => ({ id: cells[id] ?? '', day: cells[day] ?? '' }))
    .filter((row) => isUuid(row.id) && /^\d{4}-\d\d-\d\d$/.test(row.day));
}

/**
 * Reads the report when the stored one is half a day old. Without the permission, the activity known from Charter's
 * own changes must suffice.
 */
export async function readReport(
  { database, clock, graphOf, isRegistered }: GraphParts,
  tenantId: string,
): Promise<void> {
  if (!(await isRegistered(tenantId))) return;
  const now = clock.now();
  const old = new Date(now.getTime() - HALF_A_DAY);
  const [last] = await database.read<{ at: Date | null }>(LAST, tenantId, COLLECTION);
  if (last?.at && last.at >= old) return;
  const claimed = await database.write(CLAIM, tenantId, COLLECTION, now, old);
  if (claimed.length === 0) return;
  try {
    const path = "/reports/getTeamsTeamActivityDetail(period='D180')";
    const csv = await graphOf(tenantId).get<unknown>(path, { budget: 'reports' });
    const rows = typeof csv === 'string' ? parseReport(csv) : [];
    if (rows.length > 0) await database.write(SAVE, tenantId, JSON.stringify(rows));
  } catch (error) {
    if (hasStatus(error, 403, 404)) return;
    throw error;
  }
}
