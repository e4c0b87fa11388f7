/** Stored lifecycles of teams (docs/lifecycle.md). */
import type { LifecycleRecord } from '../flows/lifecycle/model.ts';
import type { LifecycleStore } from '../flows/lifecycle/ports.ts';
import { columns, number, text, time } from '../kernel/columns.ts';
import { type Database, sql, statements, table } from '../kernel/sql.ts';

const LIFECYCLE = columns<LifecycleRecord & { teamId: string }>(
  {
    teamId: text(),
    state: text(),
    revision: number(),
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
          (tenant_id, team_id, state, last_activity_at, asked_at, expires_at, action, renewed_at, expired_at,
           operation_id)
        select ${tenant}, item."teamId", state, "lastActivityAt", "askedAt", "expiresAt", action, "renewedAt",
               "expiredAt", "operationId"
          from ${item}
          join charter.governed_teams g on g.tenant_id = ${tenant} and g.team_id = item."teamId"
         where coalesce((select t.revision from charter.team_lifecycles t
                          where t.tenant_id = ${tenant} and t.team_id = item."teamId"), 0) = item.revision
         order by item."teamId"
        on conflict (tenant_id, team_id) do update
          set state = excluded.state, last_activity_at = excluded.last_activity_at, asked_at = excluded.asked_at,
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
