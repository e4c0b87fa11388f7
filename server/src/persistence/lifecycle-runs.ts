/** Lifecycle runs and their reports. */
import type { Kysely } from 'kysely';
import type { LifecycleRunStore } from '../flows/lifecycle/ports.ts';
import {
  countsOf,
  type RunCounts,
  type RunRecord,
  type RunTeam,
  type RunTeamOutcome,
} from '../flows/lifecycle/runs.ts';
import { isUuid } from '../kernel/ids.ts';
import { leaseRows } from './leases.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

type RunRow = Omit<RunRecord, 'counts'> & { counts: Partial<RunCounts> | null };

const columnsOf = (r: string): string => `
  ${r}.run_id as id, ${r}.status, ${r}.scheduled_for as "scheduledFor", ${r}.requester, ${r}.request_id as "requestId",
  ${r}.attempt, ${r}.decided_at as "decidedAt", ${r}.governed_teams as "governedTeams", ${r}.cap, ${r}.acted, ${r}.error,
  ${r}.lease_until as "leaseUntil", ${r}.created_at as "createdAt", ${r}.started_at as "startedAt",
  ${r}.completed_at as "completedAt",
  (select json_object_agg(outcome, count)
     from (select t.outcome, count(*)::int as count from charter.lifecycle_run_teams t
            where t.tenant_id = $1 and t.run_id = ${r}.run_id group by t.outcome) counted) as counts`;
const COLUMNS = columnsOf('r');

const ADD = `
  insert into charter.lifecycle_runs (tenant_id, run_id, status, scheduled_for, requester, request_id, created_at)
  values ($1, $2, 'waiting', $3, $4, $5, $6)
  on conflict do nothing returning run_id`;

const RUNS = { table: 'charter.lifecycle_runs', key: ['run_id'], until: 'lease_until', number: 'attempt' };

const CLAIM = leaseRows(RUNS, {
  where: "(status = 'waiting' or (status = 'active' and lease_until <= $2))",
  order: 'run_id',
  set: "status = 'active', started_at = coalesce(item.started_at, $2)",
  returning: columnsOf('item'),
});

/** Fencing: only the latest try writes. */
const HELD = `where tenant_id = $1 and run_id = $2 and attempt = $3 and status = 'active' returning run_id`;
const SET_TERMS = `
  update charter.lifecycle_runs set decided_at = $4, governed_teams = $5, cap = $6 ${HELD}`;
const EXTEND = `update charter.lifecycle_runs set lease_until = $4 ${HELD}`;
const END = `
  update charter.lifecycle_runs set status = $4, error = $5, completed_at = $6, lease_until = null ${HELD}`;

const COUNT_ACTION =
  'update charter.lifecycle_runs set acted = acted + 1 where tenant_id = $1 and run_id = $2';

const ADD_TEAMS = `
  insert into charter.lifecycle_run_teams as t (tenant_id, run_id, team_id, decision, outcome, details)
  select $1, $2, team_id, decision, outcome, details
    from json_to_recordset($3::json) as item(team_id text, decision text, outcome text, details json)
   order by team_id
  on conflict (tenant_id, run_id, team_id) do update
    set decision = excluded.decision, outcome = excluded.outcome, details = excluded.details
    where t.outcome in ('left', 'blocked', 'failed') or excluded.outcome = 'failed'`;

const LIST_TEAMS = `
  select t.details from charter.lifecycle_run_teams t
   where t.tenant_id = $1 and t.run_id = $2 and ($3::text is null or t.team_id > $3)
     and ($4::text is null or t.outcome = $4)
   order by t.team_id limit $5`;

const LIST = `
  select ${COLUMNS} from charter.lifecycle_runs r
   where r.tenant_id = $1 and ($2::uuid is null or r.run_id < $2)
   order by r.run_id desc limit $3`;

const FIND = `select ${COLUMNS} from charter.lifecycle_runs r where r.tenant_id = $1 and r.run_id = $2`;

const FIND_UNDER_WAY = `
  select ${COLUMNS} from charter.lifecycle_runs r where r.tenant_id = $1 and r.status in ('waiting', 'active')`;

const LAST_SCHEDULED = `
  select max(scheduled_for) as last from charter.lifecycle_runs
   where tenant_id = $1 and scheduled_for is not null`;

const toRun = ({ counts, ...run }: RunRow): RunRecord => ({ ...run, counts: countsOf(counts ?? {}) });

const toItem = (team: RunTeam): object => ({
  team_id: team.teamId,
  decision: team.decision,
  outcome: team.outcome,
  details: team,
});

export function lifecycleRunStore(db: Kysely<CharterTables>, tenantId: string): LifecycleRunStore {
  const execute = statements(db, tenantId);
  const one = async (text: string, ...values: unknown[]): Promise<RunRecord | undefined> => {
    const [row] = await execute<RunRow>(text, ...values);
    return row && toRun(row);
  };
  const holds = async (text: string, ...values: unknown[]): Promise<boolean> =>
    (await execute(text, ...values)).length === 1;
  return {
    add: ({ id, scheduledFor, requester, requestId, createdAt }) =>
      holds(ADD, id, scheduledFor, JSON.stringify(requester), requestId, createdAt),
    find: async (runId) => (isUuid(runId) ? one(FIND, runId) : undefined),
    findUnderWay: () => one(FIND_UNDER_WAY),
    list: async ({ top, after }) => (await execute<RunRow>(LIST, after ?? null, top + 1)).map(toRun),
    async lastScheduledFor() {
      const [row] = await execute<{ last: Date | null }>(LAST_SCHEDULED);
      return row?.last ?? undefined;
    },
    claim: (now, leaseUntil) => one(CLAIM, now, leaseUntil, 1),
    setTerms: (runId, attempt, { decidedAt, governedTeams, cap }) =>
      holds(SET_TERMS, runId, attempt, decidedAt, governedTeams, cap),
    extend: (runId, attempt, leaseUntil) => holds(EXTEND, runId, attempt, leaseUntil),
    end: (runId, attempt, { status, error }, at) => holds(END, runId, attempt, status, error ?? null, at),
    async countAction(runId) {
      await execute(COUNT_ACTION, runId);
    },
    async addTeams(runId, teams) {
      if (teams.length > 0) await execute(ADD_TEAMS, runId, JSON.stringify(teams.map(toItem)));
    },
    async listTeams(runId, { top, after, outcome }) {
      const values = [runId, after ?? null, (outcome satisfies RunTeamOutcome | undefined) ?? null, top + 1];
      return (await execute<{ details: RunTeam }>(LIST_TEAMS, ...values)).map(({ details }) => details);
    },
  };
}
