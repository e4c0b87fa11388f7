/** Operations on the suite that are under way (engine/intents). */
import { CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import type { Intent, IntentStore } from '../engine/intents/ports.ts';
import type { Performer, RequestContext, Role } from '../engine/principal.ts';
import { leaseRows } from './leases.ts';
import type { CharterTables, SuiteIntentRow } from './tables.ts';

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
    returning: 'item.*',
  })})
  select * from taken order by created_at, intent_id`;

/** A principal as JSON, with its roles as a list. */
type KeptPrincipal = Omit<Performer, 'roles'> & { roles: Role[] };

const toJson = (principal: Performer): string =>
  JSON.stringify({ ...principal, roles: [...principal.roles] } satisfies KeptPrincipal);

function toIntent(row: Selectable<SuiteIntentRow>): Intent {
  const principal = row.principal as KeptPrincipal;
  return {
    id: row.intent_id,
    operation: row.operation,
    input: row.input as Record<string, unknown>,
    principal: { ...principal, roles: new Set(principal.roles) },
    context: row.context as RequestContext,
    attempt: row.attempt,
  };
}

export function intentStore(db: Kysely<CharterTables>, tenantId: string): IntentStore {
  const add: IntentStore['add'] = async (intent, leaseUntil, at) => {
    const row = await db
      .insertInto('charter.suite_intents')
      .values({
        tenant_id: tenantId,
        intent_id: intent.id,
        operation: intent.operation,
        input: JSON.stringify(intent.input),
        principal: toJson(intent.principal),
        context: JSON.stringify(intent.context),
        lease_until: leaseUntil,
        created_at: at,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'intent_id']).doUpdateSet((row) => ({
          attempt: sql<number>`${row.ref('charter.suite_intents.attempt')} + 1`,
          lease_until: row.ref('excluded.lease_until'),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return toIntent(row);
  };

  const takeOverExpired: IntentStore['takeOverExpired'] = async (now, leaseUntil, most) => {
    const values = [tenantId, now, leaseUntil, most];
    const { rows } = await db.executeQuery<Selectable<SuiteIntentRow>>(
      CompiledQuery.raw(TAKE_EXPIRED, values),
    );
    return rows.map(toIntent);
  };

  const postpone: IntentStore['postpone'] = async (id, attempt, until) => {
    const result = await db
      .updateTable('charter.suite_intents')
      .set({ lease_until: until })
      .where('tenant_id', '=', tenantId)
      .where('intent_id', '=', id)
      .where('attempt', '=', attempt)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  };

  const remove: IntentStore['remove'] = async (id, attempt) => {
    const result = await db
      .deleteFrom('charter.suite_intents')
      .where('tenant_id', '=', tenantId)
      .where('intent_id', '=', id)
      .where('attempt', '=', attempt)
      .executeTakeFirst();
    return result.numDeletedRows === 1n;
  };

  return { add, takeOverExpired, postpone, remove };
}
