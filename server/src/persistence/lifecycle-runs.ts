/** Lifecycle runs and their reports. */
import type { Kysely } from 'kysely';
import type { LifecycleRunStore } from '../flows/lifecycle/ports.ts';
import { countsOf, type RunCounts, type RunRecord, type RunTeam } from '../flows/lifecycle/runs.ts';
import { isUuid } from '../kernel/ids.ts';
import { leaseRows } from './leases.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

type RunRow = Omit<RunRecord, 'counts'> & { counts: Partial<RunCounts> | null };

const COLUMNS = `
  item.run_id as id, item.status, item.scheduled_for as "scheduledFor", item.requester, item.request_id as "requestId",
  item.attempt, item.decided_at as "decidedAt", item.governed_teams as "governedTeams", item.cap, item.acted,
  item.error, item.lease_until as "leaseUntil", item.created_at as "createdAt", item.started_at as "startedAt",
  item.completed_at as "completedAt",
  (select json_object_agg(outcome, count)
     from (select t.outcome, count(*)::int as count from charter.lifecycle_run_teams t
            where t.tenant_id = $1 and t.run_id = item.run_id group by t.outcome) counted) as counts`;

const ADD = `
  insert into charter.lifecycle_runs (tenant_id, run_id, status, scheduled_for, requester, request_id, created_at)
  values ($1, $2, 'waiting', $3, $4, $5, $6)
  on conflict do nothing`;

const RUNS = { table: 'charter.lifecycle_runs', key: ['run_id'], until: 'lease_until', number: 'attempt' };

const CLAIM = leaseRows(RUNS, {
  where: "(status = 'waiting' or (status = 'active' and lease_until <= $2))",
  order: 'run_id',
  set: "status = 'active', started_at = coalesce(item.started_at, $2)",
  returning: COLUMNS,
});

/** Fencing: selects an active run only for its latest try. */
const HELD = `where tenant_id = $1 and run_id = $2 and attempt = $3 and status = 'active'`;
const SET_TERMS = `
  update charter.lifecycle_runs set decided_at = $4, governed_teams = $5, cap = $6 ${HELD}`;
const EXTEND = `update charter.lifecycle_runs set lease_until = $4 ${HELD}`;
const END = `
  update charter.lifecycle_runs set status = $4, error = $5, completed_at = $6, lease_until = null ${HELD}`;

const COUNT_ACTION =
  'update charter.lifecycle_runs set acted = acted + 1 where tenant_id = $1 and run_id = $2';

const ADD_TEAMS = `
  insert into charter.lifecycle_run_teams as t (tenant_id, run_id, team_id, decision, outcome, details)
  select $1, $2, team ->> 'teamId', team ->> 'decision', team ->> 'outcome', team
    from json_array_elements($3::json) as item (team)
   order by team ->> 'teamId'
  on conflict (tenant_id, run_id, team_id) do update
    set decision = excluded.decision, outcome = excluded.outcome, details = excluded.details
    where t.outcome in ('left', 'blocked', 'failed') or excluded.outcome = 'failed'`;

const LIST_TEAMS = `
  select t.details from charter.lifecycle_run_teams t
   where t.tenant_id = $1 and t.run_id = $2 and ($3::text is null or t.team_id > $3)
     and ($4::text is null or t.outcome = $4)
   order by t.team_id limit $5`;

const READ = `select ${COLUMNS} from charter.lifecycle_runs item where item.tenant_id = $1`;
const LIST = `${READ} and ($2::uuid is null or item.run_id < $2) order by item.run_id desc limit $3`;
const FIND = `${READ} and item.run_id = $2`;
const FIND_UNDER_WAY = `${READ} and item.status in ('waiting', 'active')`;

const LAST_SCHEDULED = `
  select max(scheduled_for) as last from charter.lifecycle_runs
   where tenant_id = $1 and scheduled_for is not null`;

const toRun = ({ counts, ...run }: RunRow): RunRecord => ({ ...run, counts: countsOf(counts ?? {}) });

export function lifecycleRunStore(db: Kysely<CharterTables>, tenantId: string): LifecycleRunStore {
  const { all, first, write } = statements(db, tenantId);
  const one = async (text: string, ...values: unknown[]): Promise<RunRecord | undefined> => {
    const row = await first<RunRow>(text, ...values);
    return row && toRun(row);
  };
  const writesOne = async (text: string, ...values: unknown[]): Promise<boolean> =>
    (await write(text, ...values)) === 1;
  return {
    add: ({ id, scheduledFor, requester, requestId, createdAt }) =>
      writesOne(ADD, id, scheduledFor, requester, requestId, createdAt),
    find: async (runId) => (isUuid(runId) ? one(FIND, runId) : undefined),
    findUnderWay: () => one(FIND_UNDER_WAY),
    list: async ({ top, after }) => (await all<RunRow>(LIST, after, top + 1)).map(toRun),
    async lastScheduledFor() {
      const row = await first<{ last: Date | null }>(LAST_SCHEDULED);
      return row?.last ?? undefined;
    },
    claim: (now, leaseUntil) => one(CLAIM, now, leaseUntil, 1),
    setTerms: (runId, attempt, { decidedAt, governedTeams, cap }) =>
      writesOne(SET_TERMS, runId, attempt, decidedAt, governedTeams, cap),
    extend: (runId, attempt, leaseUntil) => writesOne(EXTEND, runId, attempt, leaseUntil),
    end: (runId, attempt, { status, error }, at) => writesOne(END, runId, attempt, status, error, at),
    async countAction(runId) {
      await write(COUNT_ACTION, runId);
    },
    async addTeams(runId, teams) {
      if (teams.length > 0) await write(ADD_TEAMS, runId, JSON.stringify(teams));
    },
    async listTeams(runId, { top, after, outcome }) {
      const rows = await all<{ details: RunTeam }>(LIST_TEAMS, runId, after, outcome, top + 1);
      return rows.map(({ details }) => details);
    },
  };
}
