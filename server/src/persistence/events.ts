/** Domain events: only ever added to. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { DomainEvent } from '../domain/events/model.ts';
import type { EventStore } from '../domain/events/ports.ts';
import { newId } from '../kernel/ids.ts';
import type { CharterTables } from './tables.ts';

/** Every published payload names its tenant (contract 11); an event may say more about it. */
const withTenant = (payload: DomainEvent['payload'], tenantId: string): object => ({
  ...payload,
  tenant: { ...(payload.tenant as object | undefined), id: tenantId },
});

const APPEND = `
  insert into charter.domain_events (tenant_id, event_id, type, occurred_at, actor, target, payload, request_id)
  select $1, event_id, type, $2, actor, target, payload, request_id
    from json_to_recordset($3::json)
      as event (event_id uuid, type text, actor jsonb, target jsonb, payload json, request_id text)
  on conflict (tenant_id, event_id) do nothing`;

export function eventStore(db: Kysely<CharterTables>, tenantId: string): EventStore {
  return {
    async append(events, at) {
      if (events.length === 0) return;
      const rows = events.map((event) => ({
        event_id: event.id ?? newId(),
        type: event.type,
        actor: event.actor,
        target: event.target,
        payload: withTenant(event.payload, tenantId),
        request_id: event.requestId,
      }));
      await db.executeQuery(CompiledQuery.raw(APPEND, [tenantId, at, JSON.stringify(rows)]));
    },
  };
}
