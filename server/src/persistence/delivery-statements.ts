/**
 * SQL statements of deliveries.ts. Leases and outcomes don't wait for the disk: after a power failure a message may be
 * sent again with the same id (docs/adr/0008).
 */
import { HOOK_COLUMNS } from './hooks.ts';
import { leaseRows } from './leases.ts';
import { DO_NOT_WAIT_FOR_DISK } from './statements.ts';

/** Number of attempts that are stored for each delivery: the latest ones. */
const MOST_ATTEMPTS = 50;

/** SQL that appends an attempt to the delivery `d`. */
const withAttempt = (attempt: string): string => `case
             when json_array_length(d.attempts) = 0 then json_build_array(${attempt})
             else (select json_agg(item order by place)
                     from (select item, place from json_array_elements(d.attempts) with ordinality as a (item, place)
                            where place > json_array_length(d.attempts) - ${MOST_ATTEMPTS - 1}
                           union all select ${attempt}, 1000000) kept) end`;

/** Columns of a delivery, besides its attempts. */
const COLUMNS = `
  delivery_id as id, hook_id as "hookId", event, event_id as "eventId", status, created_at as "createdAt",
  due_at as "dueAt", completed_at as "completedAt"`;

/** Number of attempts that a list shows for each delivery: the latest ones. */
const MOST_LISTED_ATTEMPTS = 10;

export const LIST = `
  select ${COLUMNS},
         case when json_array_length(attempts) <= ${MOST_LISTED_ATTEMPTS} then attempts
         else (select json_agg(item order by place)
                 from json_array_elements(attempts) with ordinality as a (item, place)
                where place > json_array_length(attempts) - ${MOST_LISTED_ATTEMPTS}) end as attempts
    from charter.hook_deliveries
   where tenant_id = $1 and hook_id = $2 and delivery_id < $3 and ($4::text is null or status = $4)
   order by delivery_id desc limit $5`;

export const FIND = `
  select ${COLUMNS}, attempts from charter.hook_deliveries
   where tenant_id = $1 and hook_id = $2 and delivery_id = $3`;

/** Omits the message of a tenant-wide delivery when its webhook has become personal. */
export const FIND_WITH_BODY = `
  select found.id, found."hookId", found.event, found."eventId", found.status, found."createdAt", found."dueAt",
         found."completedAt", found.attempts,
         case when h.scope = 'tenant' or found.scope = 'personal'
           then coalesce(found.body, e.payload::text) end as body
    from (select ${COLUMNS}, attempts, scope, body from charter.hook_deliveries
           where tenant_id = $1 and hook_id = $2 and delivery_id = $3) found
    join charter.hooks h on h.tenant_id = $1 and h.hook_id = found."hookId"
    left join charter.domain_events e on e.tenant_id = $1 and e.event_id = found."eventId"`;

/** Events about a request for a team, besides those of its approval. */
const OF_REQUESTS = "('team_created', 'team_provisioning_completed')";

const FAN_OUTS = {
  table: 'charter.hook_fan_outs',
  key: ['event_id'],
  until: 'leased_until',
  number: 'lease',
};

export const TAKE_EVENTS = `
  with taken as (${leaseRows(FAN_OUTS, {
    where: '(leased_until is null or leased_until <= $2)',
    order: 'event_id',
    returning: 'item.event_id, item.lease, item.audience',
  })})
  select t.event_id as id, t.lease, e.type, e.occurred_at as "occurredAt", e.payload::text as body, e.actor,
         t.audience
    from (select ${DO_NOT_WAIT_FOR_DISK}) relaxed
   cross join taken t
    join charter.domain_events e on e.tenant_id = $1 and e.event_id = t.event_id
   order by t.event_id`;

export const GIVE_EVENTS_BACK = `
  update charter.hook_fan_outs f set leased_until = null
    from json_to_recordset($2::json) as e (id uuid, lease integer)
   where f.tenant_id = $1 and f.event_id = e.id and f.lease = e.lease`;

/**
 * Facts about events that decide their recipients. Finds the job by the team, or by its own id when the provisioning
 * made no team.
 */
export const FACTS = `
  select e.event_id as id, e.payload -> 'team' ->> 'id' as "teamId",
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
    from charter.domain_events e
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
   where e.tenant_id = $1 and e.event_id = any($2::uuid[])`;

/** Members of a NewDelivery in JSON. */
const NEW_DELIVERY =
  '"hookId" uuid, id uuid, "eventId" uuid, event text, scope text, "createdAt" timestamptz';

/**
 * Adds deliveries to webhooks that still exist, and removes the fan-out rows. Only the node that still leases an event
 * adds its deliveries, so that none can exist yet. The lock keeps a concurrent deletion of a webhook from leaving
 * deliveries behind.
 */
export const ADD = `
  with held as materialized (
    select hook_id, scope from charter.hooks
     where tenant_id = $1 and hook_id = any($4::uuid[])
     order by hook_id for key share),
  handled as (
    delete from charter.hook_fan_outs f
     using json_to_recordset($3::json) as e (id uuid, lease integer), (select ${DO_NOT_WAIT_FOR_DISK}) relaxed
     where f.tenant_id = $1 and f.event_id = e.id and f.lease = e.lease
    returning f.event_id)
  insert into charter.hook_deliveries (tenant_id, hook_id, delivery_id, event_id, event, scope, run, created_at,
         status, due_at, completed_at)
  select $1, hook_id, o.id, o."eventId", o.event, o.scope, 0, o."createdAt",
         case when is_sent then 'pending' else 'failed' end,
         case when is_sent then o."createdAt" end, case when not is_sent then o."createdAt" end
    from json_to_recordset($2::json) as o (${NEW_DELIVERY})
    join handled on event_id = o."eventId"
    join held on hook_id = o."hookId"
   -- The webhook may have lost the scope tenant since its row was read.
   cross join lateral (select held.scope = 'tenant' or o.scope = 'personal' as is_sent) now`;

export const ADD_TEST = `
  insert into charter.hook_deliveries
    (tenant_id, hook_id, delivery_id, event_id, event, scope, run, created_at, status, due_at, body)
  select $1, "hookId", id, "eventId", event, scope, 0, "createdAt", 'pending', "createdAt", $3
    from json_to_record($2::json) as o (${NEW_DELIVERY})
  on conflict (tenant_id, hook_id, delivery_id) do nothing`;

/**
 * Selects at most `most` due deliveries of active webhooks. The limit of each webhook is the free places of its lane,
 * or `$5` without a lane.
 */
const due = (hooks: string, most: string): string => `
    (select d.ctid, d.due_at
       from charter.hooks h
       left join json_to_recordset($4::json) as lane ("hookId" uuid, free integer) on lane."hookId" = h.hook_id
      cross join lateral (
        select ctid, due_at from charter.hook_deliveries
         where tenant_id = $1 and hook_id = h.hook_id and status = 'pending' and due_at <= $2
         order by due_at
         limit coalesce(lane.free, $5::integer)
           for update skip locked) d
      where h.tenant_id = $1 and h.active and ${hooks}
      limit ${most}::integer)`;

/**
 * Leases due deliveries, with limits for each webhook and for the failing ones together, so that neither a long queue
 * nor an outage of receivers delays other webhooks. Returns one row for each webhook, without a delivery, and one for
 * each delivery, without the columns of its webhook. The rows of `due` are locked, so their ctid stays valid.
 */
export const TAKE = `
  with due as (${due('h.failing_since is not null', '$6')}
    union all ${due('h.failing_since is null', '$7')}
    limit $7::integer),
  taken as (
    update charter.hook_deliveries d
       set run = run + 1, due_at = $3
      from due where d.tenant_id = $1 and d.ctid = due.ctid
    returning d.hook_id, d.delivery_id, d.event_id, d.event, d.run, d.tries, d.body, due.due_at as was_due_at)
  select null::uuid as "deliveryId", h.hook_id as "hookId", null as event, null::integer as run,
         null::integer as tries, null as body, ${HOOK_COLUMNS}
    from (select ${DO_NOT_WAIT_FOR_DISK}) relaxed
    join charter.hooks h on h.tenant_id = $1 and h.hook_id in (select hook_id from taken)
   union all
  (select t.delivery_id, t.hook_id, t.event, t.run, t.tries, coalesce(t.body, e.payload::text), no_hook.*
    from taken t
    left join charter.domain_events e on e.tenant_id = $1 and e.event_id = t.event_id
    left join (select ${HOOK_COLUMNS} from charter.hooks h where false) no_hook on true
    order by t.was_due_at)`;

/**
 * Writes outcomes, and sets or clears the start of each webhook's failures. Locks the affected webhooks first and in
 * order, as a deletion does. A settled delivery gets the next run number, so that a repeated outcome counts once. The
 * leased deliveries are found by the ends of their leases, between `$4` and `$5`: without statistics PostgreSQL
 * expects few pending rows and would otherwise read all of them.
 */
export const SETTLE = `
  with outcome as materialized (
    select o."hookId" as hook_id, o.id, o.run, o.status, o."dueAt" as due_at, o."endedAt" as ended_at, o.attempt,
           o.status = 'delivered' as succeeded
      from (select ${DO_NOT_WAIT_FOR_DISK}) relaxed,
           json_to_recordset($2::json) as o ("hookId" uuid, id uuid, run integer, status text, "dueAt" timestamptz,
             "endedAt" timestamptz, attempt json)),
  turning as materialized (
    select h.hook_id
      from charter.hooks h
      join (select hook_id, bool_or(succeeded) as succeeded from outcome group by hook_id) o using (hook_id)
     where h.tenant_id = $1 and (h.failing_since is null) <> o.succeeded
     order by h.hook_id for no key update of h),
  written as (
    update charter.hook_deliveries d
       set status = o.status, due_at = o.due_at, tries = d.tries + 1, run = d.run + 1,
           completed_at = case when o.status = 'pending' then null else o.ended_at end,
           attempts = ${withAttempt('o.attempt')}
      from outcome o
     where d.tenant_id = $1 and d.hook_id = any($3::uuid[]) and d.due_at between $4 and $5
       and d.hook_id = o.hook_id and d.delivery_id = o.id
       and d.run = o.run and d.status = 'pending' and (select count(*) from turning) >= 0
    returning d.hook_id, o.succeeded, o.ended_at),
  standing as (
    select hook_id, bool_or(succeeded) as succeeded, min(ended_at) as since
      from turning join written using (hook_id) group by hook_id)
  update charter.hooks h
     set failing_since = case when s.succeeded then null else s.since end
    from standing s
   where h.tenant_id = $1 and h.hook_id = s.hook_id and (h.failing_since is null) <> s.succeeded`;

/** Fails the pending tenant-wide deliveries of a webhook that has become personal. */
export const GIVE_UP_TENANT_WIDE = `
  update charter.hook_deliveries d
     set status = 'failed', run = run + 1, due_at = null, completed_at = $3, attempts = ${withAttempt('$4::json')}
   where tenant_id = $1 and hook_id = $2 and status = 'pending' and scope = 'tenant'`;

export const GIVE_BACK = `
  update charter.hook_deliveries d set due_at = $2
    from json_to_recordset($3::json) as o ("hookId" uuid, id uuid, run integer)
   where d.tenant_id = $1 and d.hook_id = o."hookId" and d.delivery_id = o.id
     and d.run = o.run and d.status = 'pending'`;

export const COUNT_PENDING = `
  select count(*)::int as count
    from charter.hooks h
    join charter.hook_deliveries d on d.tenant_id = $1 and d.hook_id = h.hook_id and d.status = 'pending'
   where h.tenant_id = $1 and h.active`;

export const NEXT_DUE = `
  select least(
    (select min(d.due_at) from charter.hooks h
      cross join lateral (
        select due_at from charter.hook_deliveries
         where tenant_id = $1 and hook_id = h.hook_id and status = 'pending' order by due_at limit 1) d
      where h.tenant_id = $1 and h.active),
    (select min(leased_until) from charter.hook_fan_outs where tenant_id = $1)) as due`;

const REDELIVERABLE = `
  update charter.hook_deliveries set status = 'pending', due_at = $3, tries = 0, completed_at = null, run = run + 1
   where tenant_id = $1 and hook_id = $2 and (scope = 'personal' or exists (
     select from charter.hooks where tenant_id = $1 and hook_id = $2 and scope = 'tenant'))`;

export const REDELIVER = `${REDELIVERABLE} and delivery_id = $4`;

/** A pending delivery waits for its next attempt once one has failed. */
export const REDELIVER_RANGE = `
  ${REDELIVERABLE} and created_at >= $4 and created_at < $5
   and case when $6::text = 'pending' then status = 'pending' and tries > 0
            else status <> 'pending' and ($6 is null or status = $6) end`;

/** Removes settled deliveries with ids below `$2`: ids begin with the creation time. */
export const REMOVE_OLD = `
  delete from charter.hook_deliveries d
   using (select hook_id, delivery_id
            from charter.hooks h
           cross join lateral (
             select delivery_id from charter.hook_deliveries
              where tenant_id = $1 and hook_id = h.hook_id and delivery_id < $2::uuid
                and status <> 'pending' limit $3) old
           where h.tenant_id = $1 limit $3) o
   where d.tenant_id = $1 and d.hook_id = o.hook_id and d.delivery_id = o.delivery_id
     and d.status <> 'pending'`;
