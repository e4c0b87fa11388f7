/** Registered webhooks. */
import type { HookRecord, SubscribedHook } from '../domain/webhooks/model.ts';
import type { HookStore } from '../domain/webhooks/ports.ts';
import type { Role } from '../engine/principal.ts';
import { boolean, columns, json, text, texts, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { type Database, inserted, sql, statements } from '../kernel/sql.ts';

const HOOK = columns<HookRecord>(
  {
    id: text('hook_id'),
    name: text(),
    description: text(),
    active: boolean(),
    events: texts(),
    url: text(),
    sealedQuery: text(),
    templates: texts(),
    secrets: json(),
    scope: text(),
    standing: json(),
    creator: json(),
    createdAt: time(),
    updatedAt: time(),
    failingSince: time(),
    disabledReason: text(),
  },
  'h',
);

const SUBSCRIBED = columns<SubscribedHook>(
  {
    ...HOOK.members,
    inactiveSince: time(),
    assignedRoles: texts(sql`
      array(select role from charter.role_assignments
             where tenant_id = h.tenant_id and principal_id = h.creator_id)`),
    appEnabled: boolean(sql`
      (select enabled from charter.apps
        where tenant_id = h.tenant_id and app_id = h.creator_id and h.creator ->> 'kind' = 'app')`),
  },
  'h',
);

export function hookStore(db: Database, tenantId: string): HookStore {
  const { tenant, all, first, lock, write } = statements(db, tenantId);

  return {
    add: async (hook) =>
      (await write`
        insert into charter.hooks ${inserted({
          tenant_id: tenant,
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
          standing: hook.standing,
          creator: hook.creator,
          creator_id: hook.creator.id,
          created_at: hook.createdAt,
          updated_at: hook.updatedAt,
          failing_since: hook.failingSince,
          disabled_reason: hook.disabledReason,
        })}
        on conflict (tenant_id, hook_id) do nothing`) === 1,

    find: async (hookId, { lock = false } = {}) =>
      isUuid(hookId)
        ? first(HOOK)`
            select ${HOOK} from charter.hooks h where tenant_id = ${tenant} and hook_id = ${hookId}
            ${lock ? sql`for update` : sql``}`
        : undefined,

    list: ({ creatorId, limit, after }) => all(HOOK)`
      select ${HOOK} from charter.hooks h
       where tenant_id = ${tenant}
         ${creatorId === undefined ? sql`` : sql`and creator_id = ${creatorId}`}
         ${after === undefined ? sql`` : sql`and hook_id > ${after}`}
       order by hook_id limit ${limit}`,

    listSubscribed: (types, since) => all(SUBSCRIBED)`
      select ${SUBSCRIBED} from charter.hooks h
       where tenant_id = ${tenant} and (active or inactive_since > ${since}) and events && ${types}::text[]
       order by hook_id`,

    listNamed: (references) => all(SUBSCRIBED)`
      select ${SUBSCRIBED} from charter.hooks h
       where tenant_id = ${tenant} and scope = 'tenant'
         and (name = any(${references}::text[]) or hook_id::text = any(${references}::text[]))
       order by hook_id`,

    lockCreator: (creatorId) => lock('charter.hooks', creatorId),

    rolesAssignedTo: (principalId) => all(text<Role>())`
      select role from charter.role_assignments where tenant_id = ${tenant} and principal_id = ${principalId}`,

    /** Updates the fields that `change` has. */
    async update(hookId, change, at) {
      const [members, changedAt] = [sql.val(JSON.stringify(change)), sql.val(at)];
      await write`
        update charter.hooks h
           set name = coalesce(change.name, h.name), active = coalesce(change.active, h.active),
               events = coalesce(change.events, h.events), url = coalesce(change.url, h.url),
               templates = coalesce(change.templates, h.templates), secrets = coalesce(change.secrets, h.secrets),
               scope = coalesce(change.scope, h.scope), standing = coalesce(change.standing, h.standing),
               inactive_since = case when change.active then null when not change.active then ${changedAt}
                                     else h.inactive_since end,
               description = case when has ? 'description' then change.description else h.description end,
               sealed_query = case when has ? 'sealedQuery' then change."sealedQuery" else h.sealed_query end,
               failing_since = case when has ? 'failingSince' then change."failingSince" else h.failing_since end,
               disabled_reason = case when has ? 'disabledReason' then change."disabledReason"
                                      else h.disabled_reason end,
               updated_at = ${changedAt}
          from cast(${members} as jsonb) has,
               jsonb_to_record(has) as change (
                 name text, description text, active boolean, events text[], url text, "sealedQuery" text,
                 templates text[], secrets jsonb, scope text, standing jsonb, "failingSince" timestamptz,
                 "disabledReason" text)
         where h.tenant_id = ${tenant} and h.hook_id = ${hookId}`;
    },

    remove: async (hookId) =>
      (await write`delete from charter.hooks where tenant_id = ${tenant} and hook_id = ${hookId}`) === 1,
  };
}
