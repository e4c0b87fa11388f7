/**
 * The statements of deliveries.ts. None of a node's notes about what it took and sent waits for the disk: what a
 * power failure takes of them only lets a message be sent again, under its id (docs/adr/0008).
 */

/** A setting made inside a statement's own transaction holds until its commit, and no longer. */
const DO_NOT_WAIT_FOR_DISK = "set_config('synchronous_commit', 'off', true)";

/** Attempts kept of a delivery that is sent again and again. */
const MOST_ATTEMPTS = 50;

/** The attempts of the delivery `d`, with one more. */
const withAttempt = (attempt: string): string => `case
             when json_array_length(d.attempts) = 0 then json_build_array(${attempt})
             else (select json_agg(item order by place)
                     from (select item, place from json_array_elements(d.attempts) with ordinality as a (item, place)
                            where place > json_array_length(d.attempts) - ${MOST_ATTEMPTS - 1}
                           union all select ${attempt}, 1000000) kept) end`;

/** Events about a request for a team, besides those of its approval. */
const OF_REQUESTS = "('team_created', 'team_provisioning_completed')";

/** What waits to be handed on, oldest first, is one node's at a time. */
export const TAKE_EVENTS = `
  with waiting as (
    select event_id from charter.hook_fan_outs
     where tenant_id = $1 and (leased_until is null or leased_until <= $2)
     order by event_id limit $4 for update skip locked),
  taken as (
    update charter.hook_fan_outs f
       set leased_until = $3, lease = lease + 1
      from waiting w where f.tenant_id = $1 and f.event_id = w.event_id
    returning f.event_id, f.lease, f.audience)
  select t.event_id as id, t.lease, e.type, e.occurred_at as "occurredAt", e.payload::text as body, e.actor,
         t.audience
    from (select ${DO_NOT_WAIT_FOR_DISK}) relaxed
   cross join taken t
    join charter.domain_events e on e.tenant_id = $1 and e.event_id = t.event_id
   order by t.event_id`;

/**
 * What decides who may hear of an event, beside the event itself. The job of a provisioning that ended without
 * a team is found by its own id, every other by the team's.
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

/** Locks, first and in order, the hooks of `outcome` that begin to fail with it or no longer do. */
const TURNING = `
  turning as materialized (
    select h.hook_id
      from charter.hooks h
      join (select hook_id, bool_or(succeeded) as succeeded from outcome
             where succeeded is not null group by hook_id) o using (hook_id)
     where h.tenant_id = $1 and (h.failing_since is null) <> o.succeeded
     order by h.hook_id for no key update of h)`;

/** Notes since when those hooks fail, or that they don't; of `written`, which is what was true of an outcome. */
const STANDING = `
  standing as (
    select hook_id, bool_or(succeeded) as succeeded, min(ended_at) as since
      from turning join written using (hook_id) group by hook_id),
  noted as (
    update charter.hooks h
       set failing_since = case when s.succeeded then null else s.since end
      from standing s
     where h.tenant_id = $1 and h.hook_id = s.hook_id and (h.failing_since is null) <> s.succeeded)`;

/**
 * Webhooks are held meanwhile, so that none is deleted without what is written here for it. What is made from
 * events need not wait for the disk: with it goes that the event no longer waits.
 */
export const RECORD = `
  with relaxed as (select case when $4 then ${DO_NOT_WAIT_FOR_DISK} end),
  outcome as materialized (
    select * from json_to_recordset($2::json) as o (hook_id uuid, delivery_id uuid, event_id uuid, event text,
      scope text, status text, run integer, tries integer, due_at timestamptz, created_at timestamptz, ended_at timestamptz, attempts json,
      body text, succeeded boolean)),
  held as materialized (
    select hook_id, scope = 'personal' as is_personal from charter.hooks
     where tenant_id = $1 and hook_id = any(array(select distinct hook_id from outcome))
     order by hook_id for key share),${TURNING},
  made as (
    insert into charter.hook_deliveries (tenant_id, hook_id, delivery_id, event_id, event, scope, status, run, tries,
           due_at, created_at, completed_at, attempts, body)
    select $1, hook_id, o.delivery_id, o.event_id, o.event, o.scope, kept.status, o.run, o.tries,
           case when kept.status = 'pending' then o.due_at end, o.created_at,
           case when kept.status <> 'pending' then coalesce(o.ended_at, o.created_at) end, o.attempts, o.body
      from outcome o join held using (hook_id)
     -- The hook hears less since: what was to be sent for its scope is not, any more.
     cross join lateral (select case when o.status = 'pending' and held.is_personal and o.scope = 'tenant'
                                     then 'failed' else o.status end as status) kept
     where (select count(*) from turning) >= 0
    on conflict (tenant_id, hook_id, delivery_id) do nothing
    returning hook_id, delivery_id),
  written as (select hook_id, o.succeeded, o.ended_at from outcome o join made using (hook_id, delivery_id)),${STANDING},
  handled as (
    delete from charter.hook_fan_outs f
     using json_to_recordset($3::json) as e (id uuid, lease integer)
     where f.tenant_id = $1 and f.event_id = e.id and f.lease = e.lease)
  select (select count(*) from made)::integer as made from relaxed`;

/** Each hook has a lane of its own: however much waits in one, the others are looked at. */
export const TAKE = `
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
    from (select ${DO_NOT_WAIT_FOR_DISK}) relaxed
   cross join taken t
    join charter.hooks h on h.tenant_id = $1 and h.hook_id = t.hook_id
    left join charter.domain_events e on e.tenant_id = $1 and e.event_id = t.event_id`;

/** Also notes what it shows of the hooks; whoever deletes one holds it before its deliveries, too. */
export const SETTLE = `
  with outcome as materialized (
    select o.* from (select ${DO_NOT_WAIT_FOR_DISK}) relaxed, json_to_recordset($2::json) as o (hook_id uuid, delivery_id uuid,
      run integer, status text, due_at timestamptz, ended_at timestamptz, attempt json, succeeded boolean)),${TURNING},
  written as (
    update charter.hook_deliveries d
       set status = o.status, due_at = o.due_at, tries = d.tries + 1,
           -- What is written twice, because nobody knows whether the first time committed, counts once.
           run = d.run + 1,
           completed_at = case when o.status = 'pending' then null else o.ended_at end,
           attempts = ${withAttempt('o.attempt')}
      from outcome o
     where d.tenant_id = $1 and d.hook_id = o.hook_id and d.delivery_id = o.delivery_id
       and d.run = o.run and d.status = 'pending' and (select count(*) from turning) >= 0
    returning d.hook_id, o.succeeded, o.ended_at),${STANDING}
  select from written limit 0`;

/** What was to be sent for a scope that the hook has no longer. */
export const GIVE_UP_TENANT_WIDE = `
  update charter.hook_deliveries d
     set status = 'failed', run = run + 1, due_at = null, completed_at = $3, attempts = ${withAttempt('$4::json')}
   where tenant_id = $1 and hook_id = $2 and status = 'pending' and scope = 'tenant'`;
