/** Appends domain events and carries out their reactions in the same statement. */
import { type DomainEvent, type EventStore, publishedPayload, recordOf } from '../engine/events/model.ts';
import { type ReactionName, reactionsTo } from '../flows/reactions.ts';
import { newId } from '../kernel/ids.ts';
import { type Database, type Sql, type Statements, sql, statements } from '../kernel/sql.ts';
import { currentSpan } from '../kernel/tracing.ts';
import { recordParts } from './audit-rows.ts';
import { beginStayParts } from './guest-stays.ts';
import { RETURNING_TRUE } from './statement-parts.ts';
import { metadataRow, storeParts } from './team-metadata.ts';

interface EventOptions {
  /** A WHERE clause that must hold for the events to be written. */
  gate?: Sql;
  /** Whether to write the audit records of the events. Only a benchmark leaves them out. */
  isAudited?: boolean;
}

/**
 * Returns the parts of a statement that write events and carry out their reactions. An existing event is unchanged and
 * causes no second reaction.
 * @param batch the events; parts for reactions that none of them has are omitted
 */
export function eventParts(
  run: Statements,
  batch: readonly DomainEvent[],
  at: Sql,
  { gate = sql``, isAudited = true }: EventOptions = {},
): Sql {
  const { tenantId, tenant } = run;
  const events = batch.map((event) => ({ ...event, id: event.id ?? newId() }));
  const reactionsOf = ({ type }: DomainEvent) => reactionsTo(type);
  const rows = sql.val(
    JSON.stringify(
      events.map((event) => ({
        event_id: event.id,
        type: event.type,
        actor: event.actor,
        target: event.target,
        payload: publishedPayload(event, tenantId),
        request_id: event.requestId,
        audience: event.audience,
        team_id: event.subjectId,
        template_id: event.originId,
        target_data: event.targetData,
        ...(event.subjectData && {
          template_version: event.subjectData.templateVersion,
          ...metadataRow(event.subjectData.metadata),
        }),
        reactions: reactionsOf(event),
      })),
    ),
  );
  /** Selects the new events that have this reaction, with further columns of their rows. */
  const reacting = (reaction: ReactionName, columns: Sql): Sql => sql`
      from happened join json_to_recordset(${rows}::json)
        as event (event_id uuid, reactions text[], ${columns}) using (event_id)
     where ${sql.lit(reaction)} = any(reactions)`;
  const parts: Record<ReactionName, () => Sql> = {
    record: () => {
      const recorded = events.filter((event) => isAudited && reactionsOf(event).includes('record'));
      return recordParts(run, recorded.map(recordOf), at, sql`join happened on event_id = record_id`);
    },
    handOn: () => sql`
  handed_on as (
    insert into charter.hook_fan_outs (tenant_id, event_id, audience)
    select ${tenant}, event_id, audience ${reacting('handOn', sql`audience text[]`)}
       and exists (
         select from charter.hooks where tenant_id = ${tenant} and active and happened.type = any(events))
    ${RETURNING_TRUE})`,
    govern: () => sql`
  governed as (
    insert into charter.governed_teams (tenant_id, team_id, template_id, created_at, due_at)
    select ${tenant}, team_id, template_id, ${at}, ${at}::timestamptz + interval '15 minutes'
    ${reacting('govern', sql`team_id text, template_id text`)}
    on conflict do nothing)`,
    storeMetadata: () =>
      storeParts(
        tenant,
        reacting(
          'storeMetadata',
          sql`team_id text, template_id text, template_version text, metadata json, search_text text, items json`,
        ),
      ),
    endGoverning: () => sql`
  ended_stays as (
    delete from charter.guest_stays
     where tenant_id = ${tenant}
       and team_id in (select team_id ${reacting('endGoverning', sql`team_id text`)})),
  forgotten as (
    delete from charter.team_metadata
     where tenant_id = ${tenant}
       and team_id in (select team_id ${reacting('endGoverning', sql`team_id text`)})),
  ungoverned as (
    delete from charter.governed_teams
     where tenant_id = ${tenant}
       and team_id in (select team_id ${reacting('endGoverning', sql`team_id text`)}))`,
    beginStay: () =>
      beginStayParts(tenant, at, reacting('beginStay', sql`team_id text, target json, target_data json`)),
    endStay: () => sql`
  ended_stay as (
    delete from charter.guest_stays
     where tenant_id = ${tenant}
       and (team_id, user_id) in (
         select team_id, target ->> 'id' ${reacting('endStay', sql`team_id text, target json`)}))`,
    makeDue: () => sql`
  made_due as (
    update charter.governed_teams set due_at = ${at}
     where tenant_id = ${tenant} and due_at > ${at}
       and team_id in (select team_id ${reacting('makeDue', sql`team_id text`)}))`,
  };
  const traceparent = currentSpan()?.traceparent ?? null;
  const happened = sql`
  happened as (
    insert into charter.domain_events
      (tenant_id, event_id, type, occurred_at, actor, target, payload, request_id, traceparent)
    select ${tenant}, event_id, type, ${at}, actor, target, payload, request_id, ${traceparent}::text
      from json_to_recordset(${rows}::json)
        as event (event_id uuid, type text, actor jsonb, target jsonb, payload json, request_id text) ${gate}
    on conflict (tenant_id, event_id) do nothing
    returning event_id, type)`;
  const reactions = new Set(events.flatMap(reactionsOf));
  return sql.join([happened, ...[...reactions].map((reaction) => parts[reaction]())]);
}

/** @param recorded called after each write of audit records. In a transaction, they are not committed yet. */
export function eventStore(
  db: Database,
  tenantId: string,
  recorded: () => void = () => undefined,
): EventStore {
  const run = statements(db, tenantId);
  return {
    async append(events, at) {
      if (events.length === 0) return;
      await run.write`with ${eventParts(run, events, sql.val(at))} select from happened limit 0`;
      recorded();
    },
  };
}
