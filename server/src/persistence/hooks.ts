/** Registered webhooks. */
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type {
  DisabledReason,
  HookRecord,
  HookScope,
  HookSecret,
  HookStanding,
  SubscribedHook,
} from '../domain/webhooks/model.ts';
import type { HookChange, HookStore } from '../domain/webhooks/ports.ts';
import type { EventType } from '../engine/events/model.ts';
import type { Actor, Role } from '../engine/principal.ts';
import { isUuid } from '../kernel/ids.ts';
import type { CharterTables, HookRow } from './tables.ts';

export const toHook = (row: Selectable<HookRow>): HookRecord => ({
  id: row.hook_id,
  name: row.name,
  description: row.description,
  active: row.active,
  events: row.events as EventType[],
  url: row.url,
  sealedQuery: row.sealed_query,
  templates: row.templates,
  secrets: row.secrets as HookSecret[],
  scope: row.scope as HookScope,
  standing: row.standing as HookStanding,
  creator: row.creator as Actor,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  failingSince: row.failing_since,
  disabledReason: row.disabled_reason as DisabledReason | null,
});

function toChange(change: HookChange, at: Date): Updateable<HookRow> {
  const { secrets, standing, failingSince, disabledReason, events, templates, sealedQuery, ...same } = change;
  return {
    ...same,
    ...(same.active === undefined ? {} : { inactive_since: same.active ? null : at }),
    ...(events === undefined ? {} : { events: [...events] }),
    ...(templates === undefined ? {} : { templates: [...templates] }),
    ...(secrets === undefined ? {} : { secrets: JSON.stringify(secrets) }),
    ...(standing === undefined ? {} : { standing: JSON.stringify(standing) }),
    ...(sealedQuery === undefined ? {} : { sealed_query: sealedQuery }),
    ...(failingSince === undefined ? {} : { failing_since: failingSince }),
    ...(disabledReason === undefined ? {} : { disabled_reason: disabledReason }),
  };
}

export function hookStore(db: Kysely<CharterTables>, tenantId: string): HookStore {
  const own = () => db.selectFrom('charter.hooks').selectAll().where('tenant_id', '=', tenantId);
  return {
    async add(hook) {
      const result = await db
        .insertInto('charter.hooks')
        .values({
          tenant_id: tenantId,
          hook_id: hook.id,
          name: hook.name,
          description: hook.description,
          active: hook.active,
          events: hook.events,
          url: hook.url,
          sealed_query: hook.sealedQuery,
          templates: hook.templates,
          secrets: JSON.stringify(hook.secrets),
          scope: hook.scope,
          standing: JSON.stringify(hook.standing),
          creator: JSON.stringify(hook.creator),
          creator_id: hook.creator.id,
          created_at: hook.createdAt,
          updated_at: hook.updatedAt,
          failing_since: hook.failingSince,
          disabled_reason: hook.disabledReason,
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'hook_id']).doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    },

    async find(hookId, { lock = false } = {}) {
      if (!isUuid(hookId)) return undefined;
      const query = own().where('hook_id', '=', hookId);
      const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
      return row && toHook(row);
    },

    async list({ creatorId, most, after }) {
      let query = own();
      if (creatorId !== undefined) query = query.where('creator_id', '=', creatorId);
      if (after !== undefined) query = query.where('hook_id', '>', after);
      return (await query.orderBy('hook_id').limit(most).execute()).map(toHook);
    },

    async listSubscribed(types, since) {
      const rows = await own()
        .select([
          sql<string[]>`array(select role from charter.role_assignments r
            where r.tenant_id = hooks.tenant_id and r.principal_id = hooks.creator_id)`.as('assigned_roles'),
          sql<boolean | null>`(select enabled from charter.apps a
            where a.tenant_id = hooks.tenant_id and a.app_id = hooks.creator_id
              and hooks.creator ->> 'kind' = 'app')`.as('app_enabled'),
        ])
        .where(({ eb, or }) => or([eb('active', '=', true), eb('inactive_since', '>', since)]))
        .where(sql<boolean>`events && ${sql.val([...types])}::text[]`)
        .orderBy('hook_id')
        .execute();
      return rows.map(
        (row): SubscribedHook => ({
          ...toHook(row),
          assignedRoles: row.assigned_roles as Role[],
          appEnabled: row.app_enabled,
          inactiveSince: row.inactive_since,
        }),
      );
    },

    async lockCreator(creatorId) {
      const name = JSON.stringify(['charter.hooks', tenantId, creatorId]);
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
    },

    async rolesAssignedTo(principalId) {
      const rows = await db
        .selectFrom('charter.role_assignments')
        .select('role')
        .where('tenant_id', '=', tenantId)
        .where('principal_id', '=', principalId)
        .execute();
      return rows.map(({ role }) => role as Role);
    },

    async update(hookId, change, at) {
      await db
        .updateTable('charter.hooks')
        .set({ ...toChange(change, at), updated_at: at })
        .where('tenant_id', '=', tenantId)
        .where('hook_id', '=', hookId)
        .execute();
    },

    async remove(hookId) {
      const result = await db
        .deleteFrom('charter.hooks')
        .where('tenant_id', '=', tenantId)
        .where('hook_id', '=', hookId)
        .executeTakeFirst();
      return result.numDeletedRows === 1n;
    },
  };
}
