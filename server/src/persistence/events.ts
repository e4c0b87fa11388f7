/** Domain events: only ever added to. */
import type { Kysely } from 'kysely';
import type { DomainEvent } from '../domain/events/model.ts';
import type { EventStore } from '../domain/events/ports.ts';
import { newId } from '../kernel/ids.ts';
import type { CharterTables } from './tables.ts';

/** Every published payload names its tenant (contract 11); an event may say more about it. */
const withTenant = (payload: DomainEvent['payload'], tenantId: string): object => ({
  ...payload,
  tenant: { ...(payload.tenant as object | undefined), id: tenantId },
});

export function eventStore(db: Kysely<CharterTables>, tenantId: string): EventStore {
  return {
    async append(events, at) {
      if (events.length === 0) return;
      await db
        .insertInto('charter.domain_events')
        .values(
          events.map((event) => ({
            tenant_id: tenantId,
            event_id: event.id ?? newId(),
            type: event.type,
            occurred_at: at,
            actor: JSON.stringify(event.actor),
            target: JSON.stringify(event.target),
            payload: JSON.stringify(withTenant(event.payload, tenantId)),
            request_id: event.requestId,
          })),
        )
        .onConflict((conflict) => conflict.columns(['tenant_id', 'event_id']).doNothing())
        .execute();
    },
  };
}
