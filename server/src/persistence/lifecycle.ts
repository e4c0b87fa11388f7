/** Stored lifecycles of teams (docs/lifecycle.md). */
import { CompiledQuery, type Kysely } from 'kysely';
import type {
  LifecycleAction,
  LifecycleRecord,
  LifecycleState,
  OperationStatus,
} from '../flows/lifecycle/model.ts';
import type { LifecycleStore, LifecycleWrite } from '../flows/lifecycle/ports.ts';
import type { CharterTables } from './tables.ts';

interface Row {
  team_id: string;
  state: LifecycleState;
  revision: number;
  last_activity_at: Date | null;
  asked_at: Date | null;
  expires_at: Date | null;
  action: LifecycleAction | null;
  renewed_at: Date | null;
  expired_at: Date | null;
  operation_id: string | null;
  operation: OperationStatus | null;
}

/**
 * Joins the archiving job and the intent to delete. A missing intent of an existing team means that the deletion
 * failed.
 */
const FIND = `
  select l.team_id, l.state, l.revision, l.last_activity_at, l.asked_at, l.expires_at, l.action, l.renewed_at,
         l.expired_at, l.operation_id,
         case when l.operation_id is null then null
              when i.intent_id is not null then 'pending'
              when j.status = 'completed' then 'completed'
              when j.status is null or j.status = 'failed' then 'failed'
              else 'pending' end as operation
    from charter.team_lifecycles l
    left join charter.jobs j on j.tenant_id = $1 and j.job_id = l.operation_id
    left join charter.suite_intents i on i.tenant_id = $1 and i.intent_id = l.operation_id
   where l.tenant_id = $1 and l.team_id = any ($2::text[])`;

/** Optimistic locking: inserts only where no row exists, and updates only the version that was read. */
const SAVE = `
  insert into charter.team_lifecycles as l
    (tenant_id, team_id, state, last_activity_at, asked_at, expires_at, action, renewed_at, expired_at, operation_id)
  select $1, item.team_id, state, last_activity_at, asked_at, expires_at, action, renewed_at, expired_at, operation_id
    from json_to_recordset($2::json) as item(
           team_id text, revision integer, state text, last_activity_at timestamptz, asked_at timestamptz,
           expires_at timestamptz, action text, renewed_at timestamptz, expired_at timestamptz, operation_id uuid)
    join charter.governed_teams g on g.tenant_id = $1 and g.team_id = item.team_id
   where coalesce((select t.revision from charter.team_lifecycles t
                    where t.tenant_id = $1 and t.team_id = item.team_id), 0) = item.revision
   order by item.team_id
  on conflict (tenant_id, team_id) do update
    set state = excluded.state, last_activity_at = excluded.last_activity_at, asked_at = excluded.asked_at,
        expires_at = excluded.expires_at, action = excluded.action, renewed_at = excluded.renewed_at,
        expired_at = excluded.expired_at, operation_id = excluded.operation_id, revision = l.revision + 1
    where l.revision = (
      select known.revision from json_to_recordset($2::json) as known(team_id text, revision integer)
       where known.team_id = excluded.team_id)
  returning team_id`;

const COUNT_GOVERNED = 'select count(*)::int as count from charter.governed_teams where tenant_id = $1';

const toRecord = (row: Row): LifecycleRecord => ({
  state: row.state,
  revision: row.revision,
  lastActivityAt: row.last_activity_at,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  action: row.action,
  renewedAt: row.renewed_at,
  expiredAt: row.expired_at,
  operationId: row.operation_id,
  operation: row.operation,
});

const toItem = ({ teamId, revision = 0, change }: LifecycleWrite): object => ({
  team_id: teamId,
  revision,
  state: change.state,
  last_activity_at: change.lastActivityAt,
  asked_at: change.askedAt,
  expires_at: change.expiresAt,
  action: change.action,
  renewed_at: change.renewedAt,
  expired_at: change.expiredAt,
  operation_id: change.operationId,
});

export function lifecycleStore(db: Kysely<CharterTables>, tenantId: string): LifecycleStore {
  const execute = async <R>(text: string, ...values: unknown[]): Promise<R[]> =>
    (await db.executeQuery<R>(CompiledQuery.raw(text, [tenantId, ...values]))).rows;
  const findAll: LifecycleStore['findAll'] = async (teamIds) => {
    const rows = await execute<Row>(FIND, teamIds);
    return new Map(rows.map((row) => [row.team_id, toRecord(row)]));
  };
  return {
    findAll,
    find: async (teamId) => (await findAll([teamId])).get(teamId),
    async save(writes) {
      const rows = await execute<{ team_id: string }>(SAVE, JSON.stringify(writes.map(toItem)));
      return rows.map(({ team_id }) => team_id);
    },
    async countGoverned() {
      const [row] = await execute<{ count: number }>(COUNT_GOVERNED);
      return row?.count ?? 0;
    },
  };
}
