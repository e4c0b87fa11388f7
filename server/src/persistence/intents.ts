/** Operations on the suite that are under way (engine/intents). */
import type { Kysely } from 'kysely';
import type { Intent, IntentStore } from '../engine/intents/ports.ts';
import type { Performer, Role } from '../engine/principal.ts';
import { leaseRows } from './leases.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const COLUMNS = 'item.intent_id as id, operation, input, principal, context, attempt';

const INTENTS = {
  table: 'charter.suite_intents',
  key: ['intent_id'],
  until: 'lease_until',
  number: 'attempt',
};

const TAKE_EXPIRED = `
  with taken as (${leaseRows(INTENTS, {
    where: 'lease_until <= $2',
    order: 'created_at, intent_id',
    returning: `${COLUMNS}, created_at`,
  })})
  select id, operation, input, principal, context, attempt from taken order by created_at, id`;

/** A principal as JSON, with its roles as a list. */
type KeptPrincipal = Omit<Performer, 'roles'> & { roles: Role[] };

interface IntentRow extends Omit<Intent, 'principal'> {
  principal: KeptPrincipal;
}

const toIntent = ({ principal, ...intent }: IntentRow): Intent => ({
  ...intent,
  principal: { ...principal, roles: new Set(principal.roles) },
});

const ADD = `
  insert into charter.suite_intents as item
    (tenant_id, intent_id, operation, input, principal, context, lease_until, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (tenant_id, intent_id) do update
    set attempt = item.attempt + 1, lease_until = excluded.lease_until
  returning ${COLUMNS}`;

const HELD = 'where tenant_id = $1 and intent_id = $2 and attempt = $3';
const POSTPONE = `update charter.suite_intents set lease_until = $4 ${HELD}`;
const REMOVE = `delete from charter.suite_intents ${HELD}`;

export function intentStore(db: Kysely<CharterTables>, tenantId: string): IntentStore {
  const { all, write } = statements(db, tenantId);

  return {
    async add({ id, operation, input, principal, context }, leaseUntil, at) {
      const kept: KeptPrincipal = { ...principal, roles: [...principal.roles] };
      const [row] = await all<IntentRow>(ADD, id, operation, input, kept, context, leaseUntil, at);
      return toIntent(row as IntentRow);
    },

    async takeOverExpired(now, leaseUntil, most) {
      return (await all<IntentRow>(TAKE_EXPIRED, now, leaseUntil, most)).map(toIntent);
    },

    postpone: async (id, attempt, until) => (await write(POSTPONE, id, attempt, until)) === 1,

    remove: async (id, attempt) => (await write(REMOVE, id, attempt)) === 1,
  };
}
