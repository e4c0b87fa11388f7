/** Reads Microsoft's report on the activity of teams into Charter's copy of the teams. */
import { isUuid } from '../../kernel/ids.ts';
import { comeBack, hasStatus } from './failure.ts';
import type { GraphParts } from './parts.ts';

const HALF_A_DAY = 12 * 60 * 60_000;
/** Time after which another caller takes over from a node that died while it read the report. */
const LEASE_MILLISECONDS = 2 * 60_000;
const COLLECTION = 'activity';

const IS_YOUNG = `
  select from graph_suite.synchronisation
   where tenant_id = $1 and collection = $2 and is_round_over and synchronised_at >= $3`;

/** Returns a row for only one of several concurrent callers. */
const CLAIM = `
  insert into graph_suite.synchronisation as s (tenant_id, collection, synchronised_at) values ($1, $2, $3)
  on conflict (tenant_id, collection) do update set synchronised_at = $3, is_round_over = false
   where s.synchronised_at is null or s.synchronised_at < case when s.is_round_over then $4 else $5 end::timestamptz
  returning collection`;
const END = `
  update graph_suite.synchronisation set is_round_over = true where tenant_id = $1 and collection = $2`;
const RELEASE = `
  update graph_suite.synchronisation set synchronised_at = null where tenant_id = $1 and collection = $2`;

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

async function save({ database, graphOf }: GraphParts, tenantId: string): Promise<void> {
  try {
    const path = "/reports/getTeamsTeamActivityDetail(period='D180')";
    const csv = await graphOf(tenantId).get<unknown>(path, { budget: 'reports' });
    const rows = typeof csv === 'string' ? parseReport(csv) : [];
    if (rows.length > 0) await database.write(SAVE, tenantId, JSON.stringify(rows));
  } catch (error) {
    if (!hasStatus(error, 403, 404)) throw error;
  }
}

/**
 * Reads the report when the stored one is half a day old. Without the permission, only the activity in Charter's own
 * changes is known.
 * @throws GraphFailure, and ServiceUnavailable while another caller reads it: a team that people use must not look
 *   inactive because an answer is missing
 */
export async function readReport(parts: GraphParts, tenantId: string): Promise<void> {
  const { database, clock, isRegistered } = parts;
  if (!(await isRegistered(tenantId))) return;
  const now = clock.now();
  const old = new Date(now.getTime() - HALF_A_DAY);
  if ((await database.read(IS_YOUNG, tenantId, COLLECTION, old)).length > 0) return;
  const abandoned = new Date(now.getTime() - LEASE_MILLISECONDS);
  const claimed = await database.write(CLAIM, tenantId, COLLECTION, now, old, abandoned);
  if (claimed.length === 0) throw comeBack("Charter is reading Microsoft's report on the use of teams.", 10);
  try {
    await save(parts, tenantId);
  } catch (error) {
    await database.write(RELEASE, tenantId, COLLECTION);
    throw error;
  }
  await database.write(END, tenantId, COLLECTION);
}
