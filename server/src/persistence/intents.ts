/** Operations on the suite that are in progress (engine/intents). */

import type { Intent, IntentStore } from '../engine/intents/ports.ts';
import type { ActingPrincipal, Role } from '../engine/principal.ts';
import { columns, json, number, text } from '../kernel/columns.ts';
import { type Database, inserted, type Sql, sql, statements } from '../kernel/sql.ts';
import { leaseRows } from './statement-parts.ts';

const INTENTS = {
  table: 'charter.suite_intents',
  key: ['intent_id'],
  until: 'lease_until',
  number: 'attempt',
};

/** An intent as it is stored, with the roles of its principal as a list. */
interface IntentRow extends Omit<Intent, 'principal'> {
  principal: Omit<ActingPrincipal, 'roles'> & { roles: Role[] };
}

/** Columns of `charter.suite_intents item`. */
const INTENT = columns<IntentRow>(
  {
    id: text('intent_id'),
    operation: text(),
    input: json(),
    principal: json(),
    context: json(),
    attempt: number(),
  },
  'item',
);

const toIntent = ({ principal, ...intent }: IntentRow): Intent => ({
  ...intent,
  principal: { ...principal, roles: new Set(principal.roles) },
});

export function intentStore(db: Database, tenantId: string): IntentStore {
  const { tenant, all, write } = statements(db, tenantId);

  const held = (id: string, attempt: number): Sql =>
    sql`where tenant_id = ${tenant} and intent_id = ${id} and attempt = ${attempt}`;

  return {
    async add({ id, operation, input, principal, context }, leaseUntil, at) {
      const row = inserted({
        tenant_id: tenant,
        intent_id: id,
        operation,
        input,
        principal: { ...principal, roles: [...principal.roles] },
        context,
        lease_until: leaseUntil,
        created_at: at,
      });
      const [intent] = await all(INTENT)`
        insert into charter.suite_intents as item ${row}
        on conflict (tenant_id, intent_id) do update
          set attempt = item.attempt + 1, lease_until = excluded.lease_until
        returning ${INTENT}`;
      return toIntent(intent!);
    },

    async takeOverExpired(now, leaseUntil, limit) {
      const taken = leaseRows(tenant, INTENTS, {
        leaseUntil,
        limit,
        where: sql`lease_until <= ${now}`,
        order: sql`created_at, intent_id`,
        returning: sql`item.*`,
      });
      const intents = await all(INTENT)`
        with item as (${taken}) select ${INTENT} from item order by created_at, intent_id`;
      return intents.map(toIntent);
    },

    open: async (ids) =>
      ids.length === 0
        ? []
        : all(text<string>())`
            select intent_id from charter.suite_intents
             where tenant_id = ${tenant} and intent_id = any (${ids}::uuid[])`,

    postpone: async (id, attempt, until) =>
      (await write`update charter.suite_intents set lease_until = ${until} ${held(id, attempt)}`) === 1,

    remove: async (id, attempt) =>
      (await write`delete from charter.suite_intents ${held(id, attempt)}`) === 1,
  };
}
