/** Domain events, each with its audit record: only ever added to. */
import { CompiledQuery, type Kysely } from 'kysely';
import { recordOfEvent } from '../engine/audit/event-records.ts';
import type { DomainEvent } from '../engine/events/model.ts';
import { publishedPayload } from '../engine/events/payload.ts';
import type { EventStore } from '../engine/events/ports.ts';
import { newId } from '../kernel/ids.ts';
import { INSERT_RECORDS, RECORD_COLUMNS, toRecordRow } from './audit-rows.ts';
import type { CharterTables } from './tables.ts';

/** Events after which a team is to be compared with its policies at once. */
const CHANGES_OF_TEAMS = ['team_updated', 'team_unarchived', 'team_member_added', 'team_channel_created'];

/**
 * Which teams Charter looks after follows from what happens to teams, so it is written with it. Batches in
 * which nothing of that kind happens go without the part, as most do.
 */
const GOVERNANCE: { types: readonly string[]; part: (events: string) => string }[] = [
  {
    types: ['team_created'],
    part: (events) => `
  governed as (
    insert into charter.governed_teams (tenant_id, team_id, template_id, created_at, due_at)
    select $1, payload->'team'->>'id', template_id, $2, $2::timestamptz + interval '15 minutes'
      from happened join json_to_recordset(${events}::json)
        as event (event_id uuid, payload json, template_id text) using (event_id)
     where type = 'team_created'
    on conflict do nothing)`,
  },
  {
    types: ['team_deleted'],
    part: (events) => `
  ungoverned as (
    delete from charter.governed_teams
     where tenant_id = $1 and team_id in (
       select payload->'team'->>'id'
         from happened join json_to_recordset(${events}::json) as event (event_id uuid, payload json) using (event_id)
        where type = 'team_deleted'))`,
  },
  {
    types: CHANGES_OF_TEAMS,
    part: (events) => `
  unsettled as (
    update charter.governed_teams set due_at = $2
     where tenant_id = $1 and due_at > $2 and team_id in (
       select payload->'team'->>'id'
         from happened join json_to_recordset(${events}::json) as event (event_id uuid, payload json) using (event_id)
        where type in (${CHANGES_OF_TEAMS.map((type) => `'${type}'`).join(', ')})))`,
  },
];

function governanceParts(events: string, batch: readonly DomainEvent[]): string {
  const happening = new Set<string>(batch.map(({ type }) => type));
  return GOVERNANCE.filter(({ types }) => types.some((type) => happening.has(type)))
    .map(({ part }) => `,${part(events)}`)
    .join('');
}

/**
 * The parts of a statement that write events and their audit records; `$1` is the tenant, `$2` the time. An
 * event that is there already keeps the audit record that was written with it.
 * @param batch what is to be written
 * @param events the parameter with their rows
 * @param records the parameter with the rows of their audit records
 * @param gate a part before these: nothing is written when it has no row
 */
export const eventParts = (
  batch: readonly DomainEvent[],
  events: string,
  records: string,
  gate?: string,
): string => `
  happened as (
    insert into charter.domain_events
      (tenant_id, event_id, type, occurred_at, actor, target, payload, request_id)
    select $1, event_id, type, $2, actor, target, payload, request_id
      from json_to_recordset(${events}::json)
        as event (event_id uuid, type text, actor jsonb, target jsonb, payload json, request_id text)
     ${gate === undefined ? '' : `where exists (select from ${gate})`}
    on conflict (tenant_id, event_id) do nothing
    returning event_id, type),
  handed_on as (
    insert into charter.hook_fan_outs (tenant_id, event_id, audience)
    select $1, event_id, audience
      from happened join json_to_recordset(${events}::json) as event (event_id uuid, audience text[]) using (event_id)
     where exists (select from charter.hooks where tenant_id = $1 and active and happened.type = any(events))),
  recorded as (
    ${INSERT_RECORDS}
      from json_to_recordset(${records}::json) as record (${RECORD_COLUMNS}) join happened on event_id = record_id
    returning record_id),
  pending as (
    insert into charter.audit_pending (tenant_id, record_id) select $1, record_id from recorded)${governanceParts(events, batch)}`;

/** Values of the two parameters of eventParts. */
export function eventValues(events: readonly DomainEvent[], tenantId: string): [string, string] {
  const identified = events.map((event) => ({ ...event, id: event.id ?? newId() }));
  const rows = identified.map((event) => ({
    event_id: event.id,
    type: event.type,
    actor: event.actor,
    target: event.target,
    payload: publishedPayload(event, tenantId),
    request_id: event.requestId,
    audience: event.audience,
    template_id: event.templateId,
  }));
  const records = identified.map((event) => toRecordRow(recordOfEvent(event)));
  return [JSON.stringify(rows), JSON.stringify(records)];
}

/** @param recorded told when something was written; it commits with the transaction, if there is one */
export function eventStore(
  db: Kysely<CharterTables>,
  tenantId: string,
  recorded: () => void = () => undefined,
): EventStore {
  return {
    async append(events, at) {
      if (events.length === 0) return;
      const text = `with ${eventParts(events, '$3', '$4')} select from recorded limit 0`;
      await db.executeQuery(CompiledQuery.raw(text, [tenantId, at, ...eventValues(events, tenantId)]));
      recorded();
    },
  };
}
