/**
 * Deliveries of webhooks: leased to one node at a time, settled by the run that sent them. Leases and outcomes are
 * committed asynchronously: after a power failure a message may be sent again with the same id (docs/adr/0008).
 */
import type { Delivery, Receiver, StoredAttempt, StoredDelivery } from '../domain/webhooks/model.ts';
import type { DeliveryStore, LeasedDelivery, PendingDeliveryStore } from '../domain/webhooks/ports.ts';
import { columns, dateTime, json, number, optional, text, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { type Database, type Sql, type Statements, sql, statements, table } from '../kernel/sql.ts';
import { fanOutStore, newDeliveries } from './fan-outs.ts';
import { ASYNC_COMMIT, MAX_UUID } from './statement-parts.ts';

/** PostgreSQL channel of the delivering nodes; the payload is the tenant's id. The migration uses the same name. */
export const WEBHOOKS_CHANNEL = 'charter_webhooks';

/** Number of attempts that are stored for each delivery: the latest ones. */
const MAX_ATTEMPTS = 50;

/** Number of attempts that a list shows for each delivery: the latest ones. */
const MAX_LISTED_ATTEMPTS = 10;

/** The attempts of a delivery after a position, without the parts of the sent request. */
const attemptsAfter = (place: Sql): Sql => sql`
  coalesce((select json_agg((item::jsonb - 'sent')::json order by place)
     from json_array_elements(attempts) with ordinality as a (item, place)
    where place > ${place}), '[]'::json)`;

const DELIVERY = columns<Delivery>(
  {
    id: text('delivery_id'),
    hookId: text(),
    event: text(),
    eventId: text(),
    status: text(),
    createdDateTime: dateTime('created_at'),
    nextAttemptDateTime: dateTime('due_at'),
    completedDateTime: dateTime('completed_at'),
    attempts: json(attemptsAfter(sql`0`)),
  },
  'd',
);

/** Columns of a delivery in a list: with its latest attempts. */
const LISTED = columns<Delivery>(
  {
    ...DELIVERY.members,
    attempts: json(attemptsAfter(sql`json_array_length(attempts) - ${sql.lit(MAX_LISTED_ATTEMPTS)}`)),
  },
  'd',
);

/** Whether the webhook may still receive the delivery `d`: it may have lost the scope `tenant` since. */
const MAY_RECEIVE = sql`
  (d.scope = 'personal' or exists (
    select from charter.hooks h
     where h.tenant_id = d.tenant_id and h.hook_id = d.hook_id and h.scope = 'tenant'))`;

const WITH_BODY = columns<StoredDelivery>(
  {
    ...DELIVERY.members,
    attempts: json(),
    body: text(sql`
      case when ${MAY_RECEIVE} then coalesce(d.body, (
        select e.payload::text from charter.domain_events e
         where e.tenant_id = d.tenant_id and e.event_id = d.event_id)) end`),
  },
  'd',
);

interface TakenDelivery
  extends Pick<LeasedDelivery, 'id' | 'event' | 'body' | 'run' | 'tries' | 'traceparent'> {
  hookId: string;
  /** Set in the first row of each webhook only, because many deliveries may have the same receiver. */
  receiver: (Omit<Receiver, 'failingSince'> & { failingSince: string | null }) | null;
}

const TAKEN = columns<TakenDelivery>({
  id: text('t.delivery_id'),
  hookId: text('t.hook_id'),
  event: text('t.event'),
  run: number('t.run'),
  tries: number('t.tries'),
  traceparent: text('e.traceparent'),
  body: text(sql`coalesce(t.body, e.payload::text)`),
  receiver: json(sql`
    case when row_number() over (partition by t.hook_id order by t.was_due_at) = 1 then (
      select json_build_object('id', hook_id, 'url', url, 'sealedQuery', sealed_query, 'secrets', secrets,
               'failingSince', failing_since)
        from charter.hooks h where h.tenant_id = t.tenant_id and h.hook_id = t.hook_id) end`),
});

/** Adds the webhook to each delivery. */
function withReceivers(taken: readonly TakenDelivery[], leaseUntil: Date): LeasedDelivery[] {
  const receivers = new Map<string, Receiver>();
  for (const { receiver } of taken) {
    if (receiver === null) continue;
    const { failingSince, ...rest } = receiver;
    receivers.set(rest.id, { ...rest, failingSince: failingSince === null ? null : new Date(failingSince) });
  }
  return taken.map(({ hookId, receiver: _, ...delivery }) => ({
    ...delivery,
    hook: receivers.get(hookId) as Receiver,
    leaseUntil,
  }));
}

/** Appends an attempt to the latest ones of the delivery `d`. */
const withAttempt = (attempt: Sql): Sql => sql`
  case when json_array_length(d.attempts) = 0 then json_build_array(${attempt})
       else (select json_agg(item order by place)
               from (select item, place from json_array_elements(d.attempts) with ordinality as a (item, place)
                      where place > json_array_length(d.attempts) - ${sql.lit(MAX_ATTEMPTS - 1)}
                     union all select ${attempt}, 1000000) latest) end`;

const pendingDeliveryStore = ({ tenant, all, first, write }: Statements): PendingDeliveryStore => ({
  /**
   * The limits for each webhook and for the failing ones together keep a long queue, or an outage of receivers, from
   * delaying other webhooks. The rows of `due` are locked, so their ctid stays valid.
   */
  async take({ now, leaseUntil, limit, failingLimit, perHook, lanes }) {
    const [time, lane] = [sql.val(now), table('lane', lanes, { hookId: 'uuid', free: 'integer' })];
    const due = (hooks: Sql, limit: number): Sql => sql`
      (select d.ctid, d.due_at
         from charter.hooks h
         left join ${lane} on lane."hookId" = h.hook_id
        cross join lateral (
          select ctid, due_at from charter.hook_deliveries
           where tenant_id = ${tenant} and hook_id = h.hook_id and status = 'pending' and due_at <= ${time}
           order by due_at
           limit coalesce(lane.free, ${perHook}::integer)
             for update skip locked) d
        where h.tenant_id = ${tenant} and h.active and ${hooks}
        limit ${limit}::integer)`;
    const taken = await all(TAKEN)`
      with due as materialized (${due(sql`h.failing_since is not null`, failingLimit)}
        union all ${due(sql`h.failing_since is null`, limit)}
        limit ${limit}::integer),
      t as (
        update charter.hook_deliveries d
           set run = run + 1, due_at = ${leaseUntil}
          from due where d.tenant_id = ${tenant} and d.ctid = due.ctid
        returning d.tenant_id, d.hook_id, d.delivery_id, d.event_id, d.event, d.run, d.tries, d.body,
                  due.due_at as was_due_at)
      select ${TAKEN}
        from (select ${ASYNC_COMMIT}) relaxed
       cross join t
        left join charter.domain_events e on e.tenant_id = ${tenant} and e.event_id = t.event_id
       order by t.was_due_at`;
    return withReceivers(taken, leaseUntil);
  },

  /**
   * Also sets or clears the start of each webhook's failures. Locks the affected webhooks first and in order, as a
   * deletion does, which prevents deadlocks. A settled delivery gets the next run number, so that a repeated outcome
   * counts once. Finds the leased deliveries by the ends of their leases: without statistics, PostgreSQL expects few
   * pending rows and would otherwise read all of them.
   */
  async settle(outcomes) {
    if (outcomes.length === 0) return;
    const rows = table('o', outcomes, {
      hookId: 'uuid',
      id: 'uuid',
      run: 'integer',
      status: 'text',
      dueAt: 'timestamptz',
      endedAt: 'timestamptz',
      attempt: 'json',
    });
    const hookIds = [...new Set(outcomes.map(({ hookId }) => hookId))];
    const ends = outcomes.map(({ leaseUntil }) => leaseUntil.getTime());
    const [firstEnd, lastEnd] = [new Date(Math.min(...ends)), new Date(Math.max(...ends))];
    await write`
      with outcome as materialized (
        select o."hookId" as hook_id, o.id, o.run, o.status, o."dueAt" as due_at, o."endedAt" as ended_at, o.attempt,
               o.status = 'delivered' as succeeded
          from (select ${ASYNC_COMMIT}) relaxed, ${rows}),
      changing as materialized (
        select h.hook_id
          from charter.hooks h
          join (select hook_id, bool_or(succeeded) as succeeded from outcome group by hook_id) o using (hook_id)
         where h.tenant_id = ${tenant} and (h.failing_since is null) <> o.succeeded
         order by h.hook_id for no key update of h),
      written as (
        update charter.hook_deliveries d
           set status = o.status, due_at = o.due_at, tries = d.tries + 1, run = d.run + 1,
               completed_at = case when o.status = 'pending' then null else o.ended_at end,
               attempts = ${withAttempt(sql`o.attempt`)}
          from outcome o
         where d.tenant_id = ${tenant} and d.hook_id = any(${hookIds}::uuid[])
           and d.due_at between ${firstEnd} and ${lastEnd} and d.hook_id = o.hook_id and d.delivery_id = o.id
           and d.run = o.run and d.status = 'pending' and (select count(*) from changing) >= 0
        returning d.hook_id, o.succeeded, o.ended_at),
      standing as (
        select hook_id, bool_or(succeeded) as succeeded, min(ended_at) as since
          from changing join written using (hook_id) group by hook_id)
      update charter.hooks h
         set failing_since = case when s.succeeded then null else s.since end
        from standing s
       where h.tenant_id = ${tenant} and h.hook_id = s.hook_id and (h.failing_since is null) <> s.succeeded`;
  },

  async release(runs, at) {
    await write`
      update charter.hook_deliveries d set due_at = ${at}
        from ${table('o', runs, { hookId: 'uuid', id: 'uuid', run: 'integer' })}
       where d.tenant_id = ${tenant} and d.hook_id = o."hookId" and d.delivery_id = o.id
         and d.run = o.run and d.status = 'pending'`;
  },

  nextDue: () => first(optional(time()))`
    select least(
      (select min(d.due_at) from charter.hooks h
        cross join lateral (
          select due_at from charter.hook_deliveries
           where tenant_id = ${tenant} and hook_id = h.hook_id and status = 'pending' order by due_at limit 1) d
        where h.tenant_id = ${tenant} and h.active),
      (select min(leased_until) from charter.hook_fan_outs where tenant_id = ${tenant}))`,
});

export function deliveryStore(db: Database, tenantId: string): DeliveryStore {
  const run = statements(db, tenantId);
  const { tenant, all, first, write } = run;

  const announce = async (): Promise<void> => {
    await write`select pg_notify(${WEBHOOKS_CHANNEL}, ${tenantId})`;
  };

  /** Makes the matching deliveries of the webhook due again, with ten new attempts, and wakes the delivering nodes. */
  async function redeliver(hookId: string, at: Date, match: Sql): Promise<number> {
    const redelivered = await write`
      update charter.hook_deliveries d
         set status = 'pending', due_at = ${at}, tries = 0, completed_at = null, run = run + 1
       where tenant_id = ${tenant} and hook_id = ${hookId} and ${MAY_RECEIVE} and ${match}`;
    await announce();
    return redelivered;
  }

  return {
    ...fanOutStore(run),
    ...pendingDeliveryStore(run),
    announce,

    addTest: async (delivery, body) =>
      (await write`
        insert into charter.hook_deliveries
          (tenant_id, hook_id, delivery_id, event_id, event, scope, run, created_at, status, due_at, body)
        select ${tenant}, "hookId", id, "eventId", event, scope, 0, "createdAt", 'pending', "createdAt", ${body}
          from ${newDeliveries([delivery])}
        on conflict (tenant_id, hook_id, delivery_id) do nothing`) === 1,

    list: ({ hookId, status, top, after = MAX_UUID }) => all(LISTED)`
      select ${LISTED} from charter.hook_deliveries d
       where tenant_id = ${tenant} and hook_id = ${hookId} and delivery_id < ${after}
         ${status === undefined ? sql`` : sql`and status = ${status}`}
       order by delivery_id desc limit ${top + 1}`,

    find: async (hookId, deliveryId) =>
      isUuid(deliveryId)
        ? first(DELIVERY)`
            select ${DELIVERY} from charter.hook_deliveries d
             where tenant_id = ${tenant} and hook_id = ${hookId} and delivery_id = ${deliveryId}`
        : undefined,

    findWithBody: async (hookId, deliveryId) =>
      isUuid(deliveryId)
        ? first(WITH_BODY)`
            select ${WITH_BODY} from charter.hook_deliveries d
             where tenant_id = ${tenant} and hook_id = ${hookId} and delivery_id = ${deliveryId}`
        : undefined,

    async giveUpTenantWide(hookId, reason, at) {
      const attempt: StoredAttempt = {
        time: at.toISOString(),
        status: null,
        durationMilliseconds: 0,
        response: null,
        error: reason,
        sent: null,
      };
      await write`
        update charter.hook_deliveries d
           set status = 'failed', run = run + 1, due_at = null, completed_at = ${at},
               attempts = ${withAttempt(sql`${sql.val(attempt)}::json`)}
         where tenant_id = ${tenant} and hook_id = ${hookId} and status = 'pending' and scope = 'tenant'`;
    },

    redeliver: async (hookId, deliveryId, at) =>
      isUuid(deliveryId) && (await redeliver(hookId, at, sql`delivery_id = ${deliveryId}`)) === 1,

    /** A pending delivery is sent early only after a failed attempt: before its first one, it is due anyway. */
    redeliverRange: ({ hookId, from, until, status }, at) =>
      redeliver(
        hookId,
        at,
        sql`created_at >= ${from} and created_at < ${until} and ${
          status === 'pending'
            ? sql`status = 'pending' and tries > 0`
            : sql`status <> 'pending' ${status === undefined ? sql`` : sql`and status = ${status}`}`
        }`,
      ),

    removeOld(before, limit) {
      // The lowest possible id at the time `before`: ids begin with the creation time.
      const oldest = `${before.getTime().toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
      return write`
        delete from charter.hook_deliveries d
         using (select hook_id, delivery_id
                  from charter.hooks h
                 cross join lateral (
                   select delivery_id from charter.hook_deliveries
                    where tenant_id = ${tenant} and hook_id = h.hook_id and delivery_id < ${oldest}::uuid
                      and status <> 'pending' limit ${limit}) old
                 where h.tenant_id = ${tenant} limit ${limit}) o
         where d.tenant_id = ${tenant} and d.hook_id = o.hook_id and d.delivery_id = o.delivery_id
           and d.status <> 'pending'`;
    },
  };
}
