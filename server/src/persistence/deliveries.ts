/** Messages to hooks: made from events, taken by one node at a time, settled by the run that sent them. */
import { CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import type { Actor, EventType } from '../domain/events/model.ts';
import type { DeliveredEvent, Delivery, DeliveryAttempt, DeliveryStatus } from '../domain/webhooks/model.ts';
import type { DeliveryStore, NewDelivery, RequestFacts } from '../domain/webhooks/ports.ts';
import { isHookId, toHook } from './hooks.ts';
import type { CharterTables, HookDeliveryRow, HookRow } from './tables.ts';

/** Nodes that deliver listen on it; the payload is the tenant's id (migration 0004, too). */
export const WEBHOOKS_CHANNEL = 'charter_webhooks';

/** Attempts that a list shows of each delivery: those since it was made, or sent again. */
const MOST_LISTED_ATTEMPTS = 10;
const LATEST_ATTEMPTS = `case when json_array_length(attempts) <= ${MOST_LISTED_ATTEMPTS} then attempts
  else (select json_agg(item order by place)
          from json_array_elements(attempts) with ordinality as a (item, place)
         where place > json_array_length(attempts) - ${MOST_LISTED_ATTEMPTS}) end`;

/** Attempts kept of a delivery that is sent again and again. */
const MOST_ATTEMPTS = 50;

/** Events about a request for a team, besides those of its approval. */
const OF_REQUESTS = "('team_created', 'team_provisioning_completed')";

/** The job of a provisioning that ended without a team is found by its own id, every other by the team's. */
const WAITING = `
  select e.event_id as id, e.type, e.occurred_at as "occurredAt", e.payload::text as body, e.actor, f.audience,
         e.payload -> 'team' ->> 'id' as "teamId",
         coalesce(e.payload -> 'template' ->> 'id', job.request -> 'template' ->> 'id') as "templateId",
         case when a.approval_id is not null or (job.job_id is not null and e.type in ${OF_REQUESTS})
           then json_build_object(
             'requesterId', coalesce(a.requester, job.requester::json) ->> 'id',
             'deciderId', a.decided_by ->> 'id',
             'stages', coalesce(a.stages, '[]'),
             'plannedOwnerIds', case when e.type = 'team_created' then (
               select coalesce(json_agg(owner ->> 'id'), '[]')
                 from unnest(array['requester', 'owners', 'permanentOwners']) as part,
                      json_array_elements(case json_typeof(job.plan -> part)
                        when 'array' then job.plan -> part
                        when 'object' then json_build_array(job.plan -> part)
                        else '[]' end) as owner)
             else '[]' end) end as request
    from charter.hook_fan_outs f join charter.domain_events e using (tenant_id, event_id)
    left join lateral (
      select * from charter.jobs j
       where j.tenant_id = $1 and j.team_id = e.payload -> 'team' ->> 'id' and j.type = 'TeamProvisioning'
      union all
      select * from charter.jobs j
       where j.tenant_id = $1 and e.type = 'team_provisioning_completed'
         and j.job_id = (e.payload -> 'provisioning' ->> 'id')::uuid
      limit 1) job on true
    left join charter.approvals a on a.tenant_id = $1 and a.approval_id = case
      when e.target ->> 'type' = 'approval' then (e.target ->> 'id')::uuid
      when e.type in ${OF_REQUESTS} then job.approval_id end
   where f.tenant_id = $1
   order by f.event_id limit $2`;

const ADD = `
  with made as (
    insert into charter.hook_deliveries
      (tenant_id, hook_id, delivery_id, event_id, event, status, run, due_at, created_at, body)
    select $1, d.hook_id, d.delivery_id, d.event_id, d.event, 'pending', d.run, d.due_at, d.created_at, d.body
      from json_to_recordset($2::json) as d (hook_id uuid, delivery_id uuid, event_id uuid, event text,
             run integer, due_at timestamptz, created_at timestamptz, body text)
      join charter.hooks h on h.tenant_id = $1 and h.hook_id = d.hook_id
    on conflict (tenant_id, hook_id, delivery_id) do nothing
    returning delivery_id),
  handled as (
    delete from charter.hook_fan_outs where tenant_id = $1 and event_id = any($3::uuid[]))
  select delivery_id from made`;

/** Each hook has a lane of its own: however much waits in one, the others are looked at. */
const TAKE = `
  with due as (
    select h.hook_id, d.delivery_id
      from charter.hooks h
      left join json_to_recordset($4::json) as lane (hook_id uuid, free integer) on lane.hook_id = h.hook_id
     cross join lateral (
       select delivery_id from charter.hook_deliveries
        where tenant_id = $1 and hook_id = h.hook_id and status = 'pending' and due_at <= $2
        order by due_at
        limit coalesce(lane.free, case when h.failing_since is null then $5::integer else $6::integer end)
          for update skip locked) d
     where h.tenant_id = $1 and h.active
     limit $7::integer),
  taken as (
    update charter.hook_deliveries d
       set run = run + 1, due_at = $3
      from due where d.tenant_id = $1 and d.hook_id = due.hook_id and d.delivery_id = due.delivery_id
    returning d.hook_id, d.delivery_id, d.event_id, d.event, d.run, d.tries, d.body)
  select t.delivery_id, t.event, t.run, t.tries, coalesce(t.body, e.payload::text) as sent_body, h.*
    from taken t
    join charter.hooks h on h.tenant_id = $1 and h.hook_id = t.hook_id
    left join charter.domain_events e on e.tenant_id = $1 and e.event_id = t.event_id`;

/**
 * Also notes since when a hook fails, and that it no longer does. Hooks for which that changes are locked
 * first and in order: whoever deletes a hook holds it before its deliveries, too.
 */
const SETTLE = `
  with outcome as materialized (
    select * from json_to_recordset($2::json) as o (hook_id uuid, delivery_id uuid, run integer, status text,
      due_at timestamptz, ended_at timestamptz, attempt json, succeeded boolean)),
  turning as materialized (
    select h.hook_id
      from charter.hooks h
      join (select hook_id, bool_or(succeeded) as succeeded from outcome group by hook_id) o using (hook_id)
     where h.tenant_id = $1 and (h.failing_since is null) <> o.succeeded
     order by h.hook_id for no key update of h),
  settled as (
    update charter.hook_deliveries d
       set status = o.status, due_at = o.due_at, tries = d.tries + 1,
           -- What is written twice, because nobody knows whether the first time committed, counts once.
           run = d.run + 1,
           completed_at = case when o.status = 'pending' then null else o.ended_at end,
           attempts = case when json_array_length(d.attempts) = 0 then json_build_array(o.attempt)
             else (select json_agg(item order by place)
                     from (select item, place from json_array_elements(d.attempts) with ordinality as a (item, place)
                            where place > json_array_length(d.attempts) - ${MOST_ATTEMPTS - 1}
                           union all select o.attempt, 1000000) kept) end
      from outcome o
     where d.tenant_id = $1 and d.hook_id = o.hook_id and d.delivery_id = o.delivery_id
       and d.run = o.run and d.status = 'pending' and (select count(*) from turning) >= 0
    returning d.hook_id, o.succeeded, o.ended_at),
  standing as (
    select hook_id, bool_or(succeeded) as succeeded, min(ended_at) as since from settled group by hook_id)
  update charter.hooks h
     set failing_since = case when s.succeeded then null else s.since end
    from standing s
   where h.tenant_id = $1 and h.hook_id = s.hook_id and (h.failing_since is null) <> s.succeeded`;

interface TakenRow extends Selectable<HookRow> {
  delivery_id: string;
  event: string;
  run: number;
  tries: number;
  sent_body: string;
}

interface WaitingRow {
  id: string;
  type: EventType;
  occurredAt: Date;
  body: string;
  actor: Actor;
  audience: string[] | null;
  teamId: string | null;
  templateId: string | null;
  request: RequestFacts | null;
}

const LISTED_COLUMNS = [
  'hook_id',
  'delivery_id',
  'event_id',
  'event',
  'status',
  'created_at',
  'due_at',
  'completed_at',
] as const;
type ListedRow = Pick<Selectable<HookDeliveryRow>, (typeof LISTED_COLUMNS)[number] | 'attempts'>;

const toDelivery = (row: ListedRow): Delivery => ({
  id: row.delivery_id,
  hookId: row.hook_id,
  event: row.event as DeliveredEvent,
  eventId: row.event_id,
  status: row.status as DeliveryStatus,
  createdDateTime: row.created_at.toISOString(),
  nextAttemptDateTime: row.due_at?.toISOString() ?? null,
  completedDateTime: row.completed_at?.toISOString() ?? null,
  attempts: row.attempts as DeliveryAttempt[],
});

const toNewRow = (delivery: NewDelivery) => ({
  hook_id: delivery.hookId,
  delivery_id: delivery.id,
  event_id: delivery.eventId,
  event: delivery.event,
  run: delivery.taken ? 1 : 0,
  due_at: delivery.dueAt,
  created_at: delivery.createdAt,
  body: delivery.body ?? null,
});

export function deliveryStore(db: Kysely<CharterTables>, tenantId: string): DeliveryStore {
  const run = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  const ofHook = (hookId: string) =>
    db.selectFrom('charter.hook_deliveries').where('tenant_id', '=', tenantId).where('hook_id', '=', hookId);
  const listed = (hookId: string) =>
    ofHook(hookId).select([...LISTED_COLUMNS, sql<object[]>`${sql.raw(LATEST_ATTEMPTS)}`.as('attempts')]);
  const announce = async (): Promise<void> => {
    await sql`select pg_notify(${WEBHOOKS_CHANNEL}, ${tenantId})`.execute(db);
  };
  const again = (hookId: string, at: Date) =>
    db
      .updateTable('charter.hook_deliveries')
      .set({ status: 'pending', due_at: at, tries: 0, completed_at: null, run: sql`run + 1` })
      .where('tenant_id', '=', tenantId)
      .where('hook_id', '=', hookId);

  return {
    async listWaitingEvents(most) {
      const rows = await run<WaitingRow>(WAITING, [tenantId, most]);
      return rows.map(({ templateId, ...event }) => ({ ...event, templateId: templateId ?? undefined }));
    },

    async add(deliveries, eventIds) {
      const rows = JSON.stringify(deliveries.map(toNewRow));
      const added = await run<{ delivery_id: string }>(ADD, [tenantId, rows, [...eventIds]]);
      return new Set(added.map(({ delivery_id }) => delivery_id));
    },

    announce,

    async take({ now, leaseUntil, most, perHook, perFailingHook, lanes }) {
      const busy = JSON.stringify(lanes.map(({ hookId, free }) => ({ hook_id: hookId, free })));
      const values = [tenantId, now, leaseUntil, busy, perHook, perFailingHook, most];
      return (await run<TakenRow>(TAKE, values)).map((row) => ({
        id: row.delivery_id,
        hook: toHook(row),
        event: row.event as DeliveredEvent,
        body: row.sent_body,
        run: row.run,
        tries: row.tries,
      }));
    },

    async settle(outcomes) {
      const rows = outcomes.map((outcome) => ({
        hook_id: outcome.hookId,
        delivery_id: outcome.id,
        run: outcome.run,
        status: outcome.status,
        due_at: outcome.dueAt,
        ended_at: outcome.endedAt,
        attempt: outcome.attempt,
        succeeded: outcome.status === 'delivered',
      }));
      await run(SETTLE, [tenantId, JSON.stringify(rows)]);
    },

    async giveBack(runs, at) {
      const rows = runs.map((one) => ({ hook_id: one.hookId, delivery_id: one.id, run: one.run }));
      await run(
        `update charter.hook_deliveries d set due_at = $2
           from json_to_recordset($3::json) as o (hook_id uuid, delivery_id uuid, run integer)
          where d.tenant_id = $1 and d.hook_id = o.hook_id and d.delivery_id = o.delivery_id
            and d.run = o.run and d.status = 'pending'`,
        [tenantId, at, JSON.stringify(rows)],
      );
    },

    async nextDue() {
      const [row] = await run<{ due: Date | null }>(
        `select min(d.due_at) as due from charter.hooks h
          cross join lateral (
            select due_at from charter.hook_deliveries
             where tenant_id = $1 and hook_id = h.hook_id and status = 'pending' order by due_at limit 1) d
          where h.tenant_id = $1 and h.active`,
        [tenantId],
      );
      return row?.due ?? undefined;
    },

    async list({ hookId, status, top, after }) {
      let query = listed(hookId);
      if (status !== undefined) query = query.where('status', '=', status);
      if (after !== undefined) query = query.where('delivery_id', '<', after);
      const rows = await query
        .orderBy('delivery_id', 'desc')
        .limit(top + 1)
        .execute();
      return rows.map(toDelivery);
    },

    async find(hookId, deliveryId) {
      if (!isHookId(deliveryId)) return undefined;
      const row = await ofHook(hookId).selectAll().where('delivery_id', '=', deliveryId).executeTakeFirst();
      return row && toDelivery(row);
    },

    async redeliver(hookId, deliveryId, at) {
      if (!isHookId(deliveryId)) return false;
      const result = await again(hookId, at).where('delivery_id', '=', deliveryId).executeTakeFirst();
      await announce();
      return result.numUpdatedRows === 1n;
    },

    async redeliverRange({ hookId, from, until, status }, at) {
      let query = again(hookId, at)
        .where('created_at', '>=', from)
        .where('created_at', '<', until)
        .where('status', '<>', 'pending');
      if (status !== undefined) query = query.where('status', '=', status);
      const result = await query.executeTakeFirst();
      await announce();
      return Number(result.numUpdatedRows);
    },

    async removeOld(before, most) {
      // Ids begin with the time, so each hook's oldest are found at the beginning of its part of the key.
      const oldest = `${before.getTime().toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
      const removed = await run(
        `delete from charter.hook_deliveries d
          using (select hook_id, delivery_id
                   from charter.hooks h
                  cross join lateral (
                    select delivery_id from charter.hook_deliveries
                     where tenant_id = $1 and hook_id = h.hook_id and delivery_id < $2::uuid
                       and status <> 'pending' limit $3) old
                  where h.tenant_id = $1 limit $3) o
          where d.tenant_id = $1 and d.hook_id = o.hook_id and d.delivery_id = o.delivery_id
            and d.status <> 'pending'
          returning d.delivery_id`,
        [tenantId, oldest, most],
      );
      return removed.length;
    },
  };
}
