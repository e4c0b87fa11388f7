/**
 * Deliveries of webhooks: written at the fan-out, leased to one node at a time, settled by the run that sent them.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DeliveredEvent, Delivery, DeliveryAttempt, DeliveryStatus } from '../domain/webhooks/model.ts';
import type { DeliveryStore, EventFacts, EventLease, NewDelivery } from '../domain/webhooks/ports.ts';
import type { EventType } from '../engine/events/model.ts';
import type { Actor } from '../engine/principal.ts';
import { approverIdsOf } from '../flows/approvals/access.ts';
import type { ApprovalStage } from '../flows/approvals/model.ts';
import { isUuid } from '../kernel/ids.ts';
import { ADD, FACTS, GIVE_UP_TENANT_WIDE, SETTLE, TAKE, TAKE_EVENTS } from './delivery-statements.ts';
import { toHook } from './hooks.ts';
import { statements } from './statements.ts';
import type { CharterTables, HookDeliveryRow, HookRow } from './tables.ts';

/** PostgreSQL channel of the delivering nodes; the payload is the tenant's id. The migration uses the same name. */
export const WEBHOOKS_CHANNEL = 'charter_webhooks';

/** Attempts of each delivery in a list: those since it was made or redelivered. */
const MOST_LISTED_ATTEMPTS = 10;
const LATEST_ATTEMPTS = `case when json_array_length(attempts) <= ${MOST_LISTED_ATTEMPTS} then attempts
  else (select json_agg(item order by place)
          from json_array_elements(attempts) with ordinality as a (item, place)
         where place > json_array_length(attempts) - ${MOST_LISTED_ATTEMPTS}) end`;

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
  lease: number;
}

interface FactsRow {
  id: string;
  teamId: string | null;
  templateId: string | null;
  request: RequestRow | null;
}

/** People behind a request for a team. */
interface RequestRow {
  requesterId: string;
  deciderId: string | null;
  stages: ApprovalStage[];
  /** Owners in the job's plan: the suite lists owners only after they are added. */
  plannedOwnerIds: string[];
}

const toFacts = ({ teamId, templateId, request }: FactsRow): EventFacts => ({
  teamId,
  templateId: templateId ?? undefined,
  concernedIds:
    request === null
      ? []
      : [
          request.requesterId,
          ...(request.deciderId === null ? [] : [request.deciderId]),
          ...request.plannedOwnerIds,
          ...approverIdsOf(request),
        ],
});

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

const leasesOf = (events: readonly EventLease[]): string =>
  JSON.stringify(events.map(({ id, lease }) => ({ id, lease })));

const toNewRow = (delivery: NewDelivery) => ({
  hook_id: delivery.hookId,
  delivery_id: delivery.id,
  event_id: delivery.eventId,
  event: delivery.event,
  scope: delivery.scope,
  created_at: delivery.createdAt,
});

export function deliveryStore(db: Kysely<CharterTables>, tenantId: string): DeliveryStore {
  const run = statements(db, tenantId);
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
      .where('hook_id', '=', hookId)
      .where(({ eb, exists, selectFrom }) =>
        eb.or([
          eb('scope', '=', 'personal'),
          exists(
            selectFrom('charter.hooks')
              .where('tenant_id', '=', tenantId)
              .where('hook_id', '=', hookId)
              .where('scope', '=', 'tenant'),
          ),
        ]),
      );

  return {
    async takeEvents({ now, leaseUntil, most }) {
      return run<WaitingRow>(TAKE_EVENTS, now, leaseUntil, most);
    },

    async giveEventsBack(events) {
      await run(
        `update charter.hook_fan_outs f set leased_until = null
           from json_to_recordset($2::json) as e (id uuid, lease integer)
          where f.tenant_id = $1 and f.event_id = e.id and f.lease = e.lease`,
        leasesOf(events),
      );
    },

    async listFacts(eventIds) {
      const rows = await run<FactsRow>(FACTS, [...eventIds]);
      return new Map(rows.map((row) => [row.id, toFacts(row)]));
    },

    async add(deliveries, handled) {
      await run(ADD, JSON.stringify(deliveries.map(toNewRow)), leasesOf(handled));
    },

    async addTest(delivery, body) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('charter.hook_deliveries')
        .values({
          tenant_id: tenantId,
          ...toNewRow(delivery),
          status: 'pending',
          run: 0,
          due_at: delivery.createdAt,
          body,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    announce,

    async take({ now, leaseUntil, most, mostFailing, perHook, lanes }) {
      const busy = JSON.stringify(lanes.map(({ hookId, free }) => ({ hook_id: hookId, free })));
      const values = [now, leaseUntil, busy, perHook, mostFailing, most];
      const rows = await run<TakenRow>(TAKE, ...values);
      // Shared by all deliveries of a webhook.
      const hooks = new Map(
        [...Map.groupBy(rows, (row) => row.hook_id)].map(([id, of]) => [id, toHook(of[0]!)]),
      );
      return rows.map((row) => ({
        id: row.delivery_id,
        hook: hooks.get(row.hook_id)!,
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
      await run(SETTLE, JSON.stringify(rows));
    },

    async giveBack(runs, at) {
      const rows = runs.map((one) => ({ hook_id: one.hookId, delivery_id: one.id, run: one.run }));
      await run(
        `update charter.hook_deliveries d set due_at = $2
           from json_to_recordset($3::json) as o (hook_id uuid, delivery_id uuid, run integer)
          where d.tenant_id = $1 and d.hook_id = o.hook_id and d.delivery_id = o.delivery_id
            and d.run = o.run and d.status = 'pending'`,
        at,
        JSON.stringify(rows),
      );
    },

    async countPending() {
      const [row] = await run<{ count: number }>(
        `select count(*)::int as count
           from charter.hooks h
           join charter.hook_deliveries d on d.tenant_id = $1 and d.hook_id = h.hook_id and d.status = 'pending'
          where h.tenant_id = $1 and h.active`,
      );
      return row?.count ?? 0;
    },

    async nextDue() {
      const [row] = await run<{ due: Date | null }>(
        `select least(
           (select min(d.due_at) from charter.hooks h
             cross join lateral (
               select due_at from charter.hook_deliveries
                where tenant_id = $1 and hook_id = h.hook_id and status = 'pending' order by due_at limit 1) d
             where h.tenant_id = $1 and h.active),
           (select min(leased_until) from charter.hook_fan_outs where tenant_id = $1)) as due`,
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
      if (!isUuid(deliveryId)) return undefined;
      const row = await ofHook(hookId).selectAll().where('delivery_id', '=', deliveryId).executeTakeFirst();
      return row && toDelivery(row);
    },

    async giveUpTenantWide(hookId, reason, at) {
      const attempt = {
        time: at.toISOString(),
        status: null,
        durationMilliseconds: 0,
        response: null,
        error: reason,
      };
      await run(GIVE_UP_TENANT_WIDE, hookId, at, JSON.stringify(attempt));
    },

    async redeliver(hookId, deliveryId, at) {
      if (!isUuid(deliveryId)) return false;
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
      // Ids begin with the time, so the oldest come first in the primary key of each webhook.
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
        oldest,
        most,
      );
      return removed.length;
    },
  };
}
