/** Appends domain events and carries out their reactions in the same statement. */
import type { Kysely } from 'kysely';
import { type DomainEvent, recordOf } from '../engine/events/model.ts';
import { publishedPayload } from '../engine/events/payload.ts';
import type { EventStore } from '../engine/events/ports.ts';
import { type ReactionName, reactionsTo } from '../flows/reactions.ts';
import { newId } from '../kernel/ids.ts';
import { recordParts, toRecordRow } from './audit-rows.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

/** Selects the new events that have this reaction, with further columns of their rows. */
const reacting = (reaction: ReactionName, events: string, columns: string): string => `
      from happened join json_to_recordset(${events}::json)
        as event (event_id uuid, reactions text[], ${columns}) using (event_id)
     where '${reaction}' = any(reactions)`;

/**
 * The SQL of each reaction, as parts of a statement after `happened`. `$1` is the tenant, `$2` the time. `events`
 * and `records` are the parameters with their rows.
 */
const PARTS: Record<ReactionName, (events: string, records: string) => string> = {
  record: (_, records) => recordParts(records, 'join happened on event_id = record_id'),
  handOn: (events) => `
  handed_on as (
    insert into charter.hook_fan_outs (tenant_id, event_id, audience)
    select $1, event_id, audience ${reacting('handOn', events, 'audience text[]')}
       and exists (select from charter.hooks where tenant_id = $1 and active and happened.type = any(events)))`,
  govern: (events) => `
  governed as (
    insert into charter.governed_teams (tenant_id, team_id, template_id, created_at, due_at)
    select $1, team_id, template_id, $2, $2::timestamptz + interval '15 minutes'
    ${reacting('govern', events, 'team_id text, template_id text')}
    on conflict do nothing)`,
  endGoverning: (events) => `
  ungoverned as (
    delete from charter.governed_teams
     where tenant_id = $1 and team_id in (select team_id ${reacting('endGoverning', events, 'team_id text')}))`,
  makeDue: (events) => `
  made_due as (
    update charter.governed_teams set due_at = $2
     where tenant_id = $1 and due_at > $2
       and team_id in (select team_id ${reacting('makeDue', events, 'team_id text')}))`,
};

/**
 * Returns the parts of a statement that write events and carry out their reactions. `$1` is the tenant, `$2` the
 * time. An existing event is unchanged and causes no second reaction.
 * @param batch the events; parts for other reactions are omitted
 * @param events the parameter with their rows
 * @param records the parameter with the rows of their audit records
 * @param gate a preceding part; nothing is written when it has no row
 */
export function eventParts(
  batch: readonly DomainEvent[],
  events: string,
  records: string,
  gate?: string,
): string {
  const reactions = new Set(batch.flatMap(({ type }) => reactionsTo(type)));
  const happened = `
  happened as (
    insert into charter.domain_events
      (tenant_id, event_id, type, occurred_at, actor, target, payload, request_id)
    select $1, event_id, type, $2, actor, target, payload, request_id
      from json_to_recordset(${events}::json)
        as event (event_id uuid, type text, actor jsonb, target jsonb, payload json, request_id text)
     ${gate === undefined ? '' : `where exists (select from ${gate})`}
    on conflict (tenant_id, event_id) do nothing
    returning event_id, type)`;
  return [happened, ...[...reactions].map((reaction) => PARTS[reaction](events, records))].join(',');
}

/** Returns the values of the two parameters of eventParts. */
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
    team_id: event.subjectId,
    template_id: event.originId,
    reactions: reactionsTo(event.type),
  }));
  const records = identified
    .filter(({ type }) => reactionsTo(type).includes('record'))
    .map((event) => toRecordRow(recordOf(event)));
  return [JSON.stringify(rows), JSON.stringify(records)];
}

/** @param recorded called after each write of audit records. In a transaction, they are not committed yet. */
export function eventStore(
  db: Kysely<CharterTables>,
  tenantId: string,
  recorded: () => void = () => undefined,
): EventStore {
  return {
    async append(events, at) {
      if (events.length === 0) return;
      const text = `with ${eventParts(events, '$3', '$4')} select from happened limit 0`;
      await statements(db, tenantId).all(text, at, ...eventValues(events, tenantId));
      recorded();
    },
  };
}
