/** Lifecycle runs and their reports. */

import type { LifecycleRunStore } from '../flows/lifecycle/ports.ts';
import { countsOf, type RunCounts, type RunRecord, type RunTeam } from '../flows/lifecycle/runs.ts';
import { columns, json, number, optional, text, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { assigned, type Database, type Sql, sql, statements } from '../kernel/sql.ts';
import { leaseRows } from './statement-parts.ts';

type RunRow = Omit<RunRecord, 'counts'> & { counts: Partial<RunCounts> | null };

/** Columns of `charter.lifecycle_runs item`. */
const RUN = columns<RunRow>(
  {
    id: text('run_id'),
    status: text(),
    scheduledFor: time(),
    requester: json(),
    requestId: text(),
    attempt: number(),
    decidedAt: time(),
    governedTeams: number(),
    cap: number(),
    acted: number(),
    error: text(),
    leaseUntil: time(),
    createdAt: time(),
    startedAt: time(),
    completedAt: time(),
    counts: json(sql`
      (select json_object_agg(outcome, count)
         from (select t.outcome, count(*)::int as count from charter.lifecycle_run_teams t
                where t.tenant_id = item.tenant_id and t.run_id = item.run_id group by t.outcome) counted)`),
  },
  'item',
);

const RUNS = { table: 'charter.lifecycle_runs', key: ['run_id'], until: 'lease_until', number: 'attempt' };

const toRun = ({ counts, ...run }: RunRow): RunRecord => ({ ...run, counts: countsOf(counts ?? {}) });

export function lifecycleRunStore(db: Database, tenantId: string): LifecycleRunStore {
  const { tenant, all, first, write } = statements(db, tenantId);

  const list = async (statement: Sql): Promise<RunRecord[]> => (await all(RUN)`${statement}`).map(toRun);

  const read = (rest: Sql): Promise<RunRecord[]> =>
    list(sql`select ${RUN} from charter.lifecycle_runs item where item.tenant_id = ${tenant} ${rest}`);

  /** Changes an active run, only for its latest try (fencing). */
  const change = async (runId: string, attempt: number, row: Record<string, unknown>): Promise<boolean> =>
    (await write`
      update charter.lifecycle_runs set ${assigned(row)}
       where tenant_id = ${tenant} and run_id = ${runId} and attempt = ${attempt} and status = 'active'`) ===
    1;

  return {
    add: async ({ id, scheduledFor, requester, requestId, createdAt }) =>
      (await write`
        insert into charter.lifecycle_runs
          (tenant_id, run_id, status, scheduled_for, requester, request_id, created_at)
        values (${tenant}, ${id}, 'waiting', ${scheduledFor}, ${requester}, ${requestId}, ${createdAt})
        on conflict do nothing`) === 1,

    find: async (runId) => (isUuid(runId) ? (await read(sql`and item.run_id = ${runId}`))[0] : undefined),

    findUnderWay: async () => (await read(sql`and item.status in ('waiting', 'active')`))[0],

    list: ({ top, after }) =>
      read(sql`
        ${after === undefined ? sql`` : sql`and item.run_id < ${after}`}
        order by item.run_id desc limit ${top + 1}`),

    lastScheduledFor: () => first(optional(time()))`
      select max(scheduled_for) from charter.lifecycle_runs
       where tenant_id = ${tenant} and scheduled_for is not null`,

    async claim(at, leaseUntil) {
      const now = sql.val(at);
      const claimed = leaseRows(tenant, RUNS, {
        leaseUntil,
        most: 1,
        where: sql`(status = 'waiting' or (status = 'active' and lease_until <= ${now}))`,
        order: sql`run_id`,
        set: sql`status = 'active', started_at = coalesce(item.started_at, ${now})`,
        returning: RUN,
      });
      return (await list(claimed))[0];
    },

    setTerms: (runId, attempt, { decidedAt, governedTeams, cap }) =>
      change(runId, attempt, { decided_at: decidedAt, governed_teams: governedTeams, cap }),

    extend: (runId, attempt, leaseUntil) => change(runId, attempt, { lease_until: leaseUntil }),

    end: (runId, attempt, { status, error }, at) =>
      change(runId, attempt, { status, error, completed_at: at, lease_until: null }),

    async countAction(runId) {
      await write`
        update charter.lifecycle_runs set acted = acted + 1 where tenant_id = ${tenant} and run_id = ${runId}`;
    },

    async addTeams(runId, teams) {
      if (teams.length === 0) return;
      await write`
        insert into charter.lifecycle_run_teams as t (tenant_id, run_id, team_id, decision, outcome, details)
        select ${tenant}, ${runId}, team ->> 'teamId', team ->> 'decision', team ->> 'outcome', team
          from json_array_elements(${JSON.stringify(teams)}::json) as item (team)
         order by team ->> 'teamId'
        on conflict (tenant_id, run_id, team_id) do update
          set decision = excluded.decision, outcome = excluded.outcome, details = excluded.details
          where t.outcome in ('left', 'blocked', 'failed') or excluded.outcome = 'failed'`;
    },

    listTeams: (runId, { top, after, outcome }) => all(json<RunTeam>())`
      select details from charter.lifecycle_run_teams
       where tenant_id = ${tenant} and run_id = ${runId}
         ${after === undefined ? sql`` : sql`and team_id > ${after}`}
         ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
       order by team_id limit ${top + 1}`,
  };
}
