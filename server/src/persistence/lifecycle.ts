/** Stored lifecycles of teams, lifecycle runs and their reports (docs/lifecycle.md). */
import type { LifecycleRecord } from '../flows/lifecycle/model.ts';
import type { LifecycleRunStore, LifecycleStore } from '../flows/lifecycle/ports.ts';
import { countsOf, type RunCounts, type RunRecord, type RunTeam } from '../flows/lifecycle/runs.ts';
import { columns, json, number, optional, text, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { asMessage, type Message } from '../kernel/messages.ts';
import { assigned, type Database, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { leaseRows } from './statement-parts.ts';

type RunRow = Omit<RunRecord, 'counts' | 'error'> & {
  counts: Partial<RunCounts> | null;
  error: string | null;
  errorMessage: Omit<Message, 'message'> | null;
};

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
    errorMessage: json(),
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

const toRun = ({ counts, error, errorMessage, ...run }: RunRow): RunRecord => ({
  ...run,
  counts: countsOf(counts ?? {}),
  error: error === null ? null : { message: error, ...errorMessage },
});

/** Reports of earlier versions have only the English text of the error. */
const toRunTeam = ({
  error,
  ...team
}: Omit<RunTeam, 'error'> & { error: Message | string | null }): RunTeam => ({
  ...team,
  error: error === null ? null : asMessage(error),
});

export function lifecycleRunStore(db: Database, tenantId: string): LifecycleRunStore {
  const { tenant, all, first, write } = statements(db, tenantId);

  const read = async (rest: Sql): Promise<RunRecord[]> =>
    (
      await all(RUN)`
        select ${RUN} from charter.lifecycle_runs item where item.tenant_id = ${tenant} ${rest}`
    ).map(toRun);

  /** Updates an active run, only for its latest attempt (fencing). */
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
        limit: 1,
        where: sql`(status = 'waiting' or (status = 'active' and lease_until <= ${now}))`,
        order: sql`run_id`,
        set: sql`status = 'active', started_at = coalesce(item.started_at, ${now})`,
        returning: sql`item.run_id`,
      });
      const runId = await first(text<string>())`${claimed}`;
      return runId === undefined ? undefined : (await read(sql`and item.run_id = ${runId}`))[0];
    },

    setParameters: (runId, attempt, { decidedAt, governedTeams, cap }) =>
      change(runId, attempt, { decided_at: decidedAt, governed_teams: governedTeams, cap }),

    extend: (runId, attempt, leaseUntil) => change(runId, attempt, { lease_until: leaseUntil }),

    end(runId, attempt, { status, error }, at) {
      const { message, ...source } = error ?? {};
      const row = { status, error: message, completed_at: at, lease_until: null };
      return change(runId, attempt, { ...row, error_message: error && source });
    },

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

    listTeams: async (runId, { top, after, outcome }) =>
      (
        await all(json<Parameters<typeof toRunTeam>[0]>())`
      select details from charter.lifecycle_run_teams
       where tenant_id = ${tenant} and run_id = ${runId}
         ${after === undefined ? sql`` : sql`and team_id > ${after}`}
         ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
       order by team_id limit ${top + 1}`
      ).map(toRunTeam),
  };
}

const LIFECYCLE = columns<LifecycleRecord & { teamId: string }>(
  {
    teamId: text(),
    state: text(),
    revision: number(),
    cause: text(),
    lastActivityAt: time(),
    askedAt: time(),
    expiresAt: time(),
    action: text(),
    renewedAt: time(),
    expiredAt: time(),
    operationId: text(),
    // A missing intent of an existing team means that the deletion failed.
    operation: text(sql`
      case when l.operation_id is null then null
           when i.intent_id is not null then 'pending'
           when j.status = 'completed' then 'completed'
           when j.status is null or j.status = 'failed' then 'failed'
           else 'pending' end`),
  },
  'l',
);

export function lifecycleStore(db: Database, tenantId: string): LifecycleStore {
  const { tenant, all, first } = statements(db, tenantId);

  /** Joins the archiving job and the intent to delete. */
  const findAll: LifecycleStore['findAll'] = async (teamIds) => {
    const rows = await all(LIFECYCLE)`
      select ${LIFECYCLE}
        from charter.team_lifecycles l
        left join charter.jobs j on j.tenant_id = ${tenant} and j.job_id = l.operation_id
        left join charter.suite_intents i on i.tenant_id = ${tenant} and i.intent_id = l.operation_id
       where l.tenant_id = ${tenant} and l.team_id = any(${teamIds}::text[])`;
    return new Map(rows.map(({ teamId, ...record }) => [teamId, record]));
  };

  return {
    findAll,

    find: async (teamId) => (await findAll([teamId])).get(teamId),

    /** Optimistic locking: inserts only where no row exists, and updates only the version that was read. */
    save(writes) {
      const items = writes.map(({ teamId, revision = 0, change }) => ({ ...change, teamId, revision }));
      const item = table('item', items, {
        teamId: 'text',
        revision: 'integer',
        state: 'text',
        cause: 'text',
        lastActivityAt: 'timestamptz',
        askedAt: 'timestamptz',
        expiresAt: 'timestamptz',
        action: 'text',
        renewedAt: 'timestamptz',
        expiredAt: 'timestamptz',
        operationId: 'uuid',
      });
      return all(text())`
        insert into charter.team_lifecycles as l
          (tenant_id, team_id, state, cause, last_activity_at, asked_at, expires_at, action, renewed_at, expired_at,
           operation_id)
        select ${tenant}, item."teamId", state, cause, "lastActivityAt", "askedAt", "expiresAt", action, "renewedAt",
               "expiredAt", "operationId"
          from ${item}
          join charter.governed_teams g on g.tenant_id = ${tenant} and g.team_id = item."teamId"
         where coalesce((select t.revision from charter.team_lifecycles t
                          where t.tenant_id = ${tenant} and t.team_id = item."teamId"), 0) = item.revision
         order by item."teamId"
        on conflict (tenant_id, team_id) do update
          set state = excluded.state, cause = excluded.cause, last_activity_at = excluded.last_activity_at, asked_at = excluded.asked_at,
              expires_at = excluded.expires_at, action = excluded.action, renewed_at = excluded.renewed_at,
              expired_at = excluded.expired_at, operation_id = excluded.operation_id, revision = l.revision + 1
          where l.revision = (select item.revision from ${item} where item."teamId" = excluded.team_id)
        returning team_id`;
    },

    countGoverned: async () =>
      (await first(number())`select count(*)::int from charter.governed_teams where tenant_id = ${tenant}`) ??
      0,
  };
}
