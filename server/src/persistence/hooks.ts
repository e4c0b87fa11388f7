/** Registered webhooks. */
import type { Kysely } from 'kysely';
import type { HookRecord, SubscribedHook } from '../domain/webhooks/model.ts';
import type { HookStore } from '../domain/webhooks/ports.ts';
import type { Role } from '../engine/principal.ts';
import { isUuid } from '../kernel/ids.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

/** Columns of a HookRecord, from `charter.hooks h`. */
export const HOOK_COLUMNS = `
  h.hook_id as id, h.name, h.description, h.active, h.events, h.url, h.sealed_query as "sealedQuery", h.templates,
  h.secrets, h.scope, h.standing, h.creator, h.created_at as "createdAt", h.updated_at as "updatedAt",
  h.failing_since as "failingSince", h.disabled_reason as "disabledReason"`;

const READ = `select ${HOOK_COLUMNS} from charter.hooks h where h.tenant_id = $1`;
const FIND = `${READ} and h.hook_id = $2`;
const LIST = `
  ${READ} and ($2::text is null or h.creator_id = $2) and ($3::uuid is null or h.hook_id > $3)
   order by h.hook_id limit $4`;

const LIST_SUBSCRIBED = `
  select ${HOOK_COLUMNS}, h.inactive_since as "inactiveSince",
         array(select role from charter.role_assignments
                where tenant_id = $1 and principal_id = h.creator_id) as "assignedRoles",
         (select enabled from charter.apps
           where tenant_id = $1 and app_id = h.creator_id and h.creator ->> 'kind' = 'app') as "appEnabled"
    from charter.hooks h
   where h.tenant_id = $1 and (h.active or h.inactive_since > $3) and h.events && $2::text[]
   order by h.hook_id`;

/** Members of a HookRecord in JSON. */
const FIELDS = `
  id uuid, name text, description text, active boolean, events text[], url text, "sealedQuery" text, templates text[],
  secrets jsonb, scope text, standing jsonb, creator jsonb, "createdAt" timestamptz, "updatedAt" timestamptz,
  "failingSince" timestamptz, "disabledReason" text`;

const ADD = `
  insert into charter.hooks
    (tenant_id, hook_id, name, description, active, events, url, sealed_query, templates, secrets, scope, standing,
     creator, creator_id, created_at, updated_at, failing_since, disabled_reason)
  select $1, id, name, description, active, events, url, "sealedQuery", templates, secrets, scope, standing,
         creator, creator ->> 'id', "createdAt", "updatedAt", "failingSince", "disabledReason"
    from json_to_record($2::json) as hook (${FIELDS})
  on conflict (tenant_id, hook_id) do nothing`;

const LIST_ROLES = 'select role from charter.role_assignments where tenant_id = $1 and principal_id = $2';

const REMOVE = 'delete from charter.hooks where tenant_id = $1 and hook_id = $2';

/** Changes the members that the JSON in `$4` has. */
const UPDATE = `
  update charter.hooks h
     set name = coalesce(change.name, h.name), active = coalesce(change.active, h.active),
         events = coalesce(change.events, h.events), url = coalesce(change.url, h.url),
         templates = coalesce(change.templates, h.templates), secrets = coalesce(change.secrets, h.secrets),
         scope = coalesce(change.scope, h.scope), standing = coalesce(change.standing, h.standing),
         inactive_since = case when change.active then null when not change.active then $3 else h.inactive_since end,
         description = case when $4::jsonb ? 'description' then change.description else h.description end,
         sealed_query = case when $4::jsonb ? 'sealedQuery' then change."sealedQuery" else h.sealed_query end,
         failing_since = case when $4::jsonb ? 'failingSince' then change."failingSince" else h.failing_since end,
         disabled_reason = case when $4::jsonb ? 'disabledReason' then change."disabledReason"
                                else h.disabled_reason end,
         updated_at = $3
    from json_to_record($4::json) as change (${FIELDS})
   where h.tenant_id = $1 and h.hook_id = $2`;

export function hookStore(db: Kysely<CharterTables>, tenantId: string): HookStore {
  const { all, first, lock, write } = statements(db, tenantId);

  return {
    add: async (hook) => (await write(ADD, JSON.stringify(hook))) === 1,

    find: async (hookId, { lock = false } = {}) =>
      isUuid(hookId) ? first<HookRecord>(lock ? `${FIND} for update` : FIND, hookId) : undefined,

    list: ({ creatorId, most, after }) => all<HookRecord>(LIST, creatorId, after, most),

    listSubscribed: (types, since) => all<SubscribedHook>(LIST_SUBSCRIBED, types, since),

    lockCreator: (creatorId) => lock('charter.hooks', creatorId),

    async rolesAssignedTo(principalId) {
      const rows = await all<{ role: Role }>(LIST_ROLES, principalId);
      return rows.map(({ role }) => role);
    },

    async update(hookId, change, at) {
      await write(UPDATE, hookId, at, JSON.stringify(change));
    },

    remove: async (hookId) => (await write(REMOVE, hookId)) === 1,
  };
}
