/** Stored lifecycles of teams (docs/lifecycle.md). */
import type { Kysely } from 'kysely';
import type { LifecycleRecord } from '../flows/lifecycle/model.ts';
import type { LifecycleStore } from '../flows/lifecycle/ports.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

/**
 * Joins the archiving job and the intent to delete. A missing intent of an existing team means that the deletion
 * failed.
 */
const FIND = `
  select l.team_id as "teamId", l.state, l.revision, l.last_activity_at as "lastActivityAt", l.asked_at as "askedAt",
         l.expires_at as "expiresAt", l.action, l.renewed_at as "renewedAt", l.expired_at as "expiredAt",
         l.operation_id as "operationId",
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
  select $1, item."teamId", state, "lastActivityAt", "askedAt", "expiresAt", action, "renewedAt", "expiredAt",
         "operationId"
    from json_to_recordset($2::json) as item(
           "teamId" text, revision integer, state text, "lastActivityAt" timestamptz, "askedAt" timestamptz,
           "expiresAt" timestamptz, action text, "renewedAt" timestamptz, "expiredAt" timestamptz, "operationId" uuid)
    join charter.governed_teams g on g.tenant_id = $1 and g.team_id = item."teamId"
   where coalesce((select t.revision from charter.team_lifecycles t
                    where t.tenant_id = $1 and t.team_id = item."teamId"), 0) = item.revision
   order by item."teamId"
  on conflict (tenant_id, team_id) do update
    set state = excluded.state, last_activity_at = excluded.last_activity_at, asked_at = excluded.asked_at,
        expires_at = excluded.expires_at, action = excluded.action, renewed_at = excluded.renewed_at,
        expired_at = excluded.expired_at, operation_id = excluded.operation_id, revision = l.revision + 1
    where l.revision = (
      select known.revision from json_to_recordset($2::json) as known("teamId" text, revision integer)
       where known."teamId" = excluded.team_id)
  returning team_id`;

const COUNT_GOVERNED = 'select count(*)::int as count from charter.governed_teams where tenant_id = $1';

export function lifecycleStore(db: Kysely<CharterTables>, tenantId: string): LifecycleStore {
  const { all, count } = statements(db, tenantId);
  const findAll: LifecycleStore['findAll'] = async (teamIds) => {
    const rows = await all<LifecycleRecord & { teamId: string }>(FIND, teamIds);
    return new Map(rows.map(({ teamId, ...record }) => [teamId, record]));
  };
  return {
    findAll,
    find: async (teamId) => (await findAll([teamId])).get(teamId),
    async save(writes) {
      const items = writes.map(({ teamId, revision = 0, change }) => ({ ...change, teamId, revision }));
      const rows = await all<{ team_id: string }>(SAVE, JSON.stringify(items));
      return rows.map(({ team_id }) => team_id);
    },
    countGoverned: () => count(COUNT_GOVERNED),
  };
}
