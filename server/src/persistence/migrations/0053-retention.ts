import { type Kysely, sql } from 'kysely';

/** Adds retention periods for jobs, approvals, events and notifications (docs/privacy.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Days that a kind of object is stored, as the owner's configuration says; no row: forever.
    create table charter.retention (
      kind text primary key check (kind in ('jobs', 'approvals', 'events', 'notifications')),
      days integer not null check (days > 0)
    );

    -- Rows are in the order of their time, and an insert hardly pays for this index.
    create index domain_events_by_time on charter.domain_events using brin (occurred_at);

    -- Deletes up to p_most of the tenant's objects beyond their term, and returns their number. The service may not
    -- delete these rows itself. Leaves out what is still open or referred to, and what names a person under a legal hold.
    create function charter.remove_expired(p_kind text, p_most integer, p_at timestamptz)
    returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $function$
    declare
      v_tenant text := current_setting('charter.tenant_id', true);
      v_days integer := (select days from charter.retention where kind = p_kind);
      v_before timestamptz := least(p_at, now()) - make_interval(days => v_days);
      -- Ids, names and addresses of people under a legal hold. Without any, no row is converted to text.
      v_held text[] := array(
        select distinct lower(mark)
          from charter.legal_holds h
          left join directory.users u on u.tenant_id = v_tenant and u.user_id = h.person_id,
               unnest(array[h.person_id, u.display_name, u.mail, u.user_principal_name]) mark
         where h.tenant_id = v_tenant and mark <> '');
      v_ids uuid[];
      v_count integer := 0;
    begin
      if v_days is null or coalesce(v_tenant, '') = '' then return 0; end if;
      if p_kind = 'jobs' then
        v_ids := array(
          select j.job_id from charter.jobs j
           where j.tenant_id = v_tenant and j.created_at < v_before and j.last_action_at < v_before
             and j.status in ('completed', 'failed')
             -- Objects that the job could not delete from the suite are still listed by it.
             and j.leftovers is null
             and not exists (
               select from charter.reservations r where r.tenant_id = v_tenant and r.job_id = j.job_id)
             -- The state of a team's lifecycle depends on the job that archives it.
             and not exists (
               select from charter.team_lifecycles l
                where l.tenant_id = v_tenant and l.team_id = j.team_id and l.operation_id = j.job_id)
             and not exists (select from unnest(v_held) held where position(held in lower(j::text)) > 0)
           order by j.created_at, j.job_id limit p_most for update of j skip locked);
        delete from charter.bulk_teams where tenant_id = v_tenant and job_id = any(v_ids);
        delete from charter.job_words w using charter.jobs j
         where j.tenant_id = v_tenant and j.job_id = any(v_ids)
           and w.tenant_id = v_tenant and w.job_id = j.job_id
           and w.ending in (select charter.word_endings(j.team_name));
        delete from charter.jobs where tenant_id = v_tenant and job_id = any(v_ids);
      elsif p_kind = 'approvals' then
        v_ids := array(
          select a.approval_id from charter.approvals a
           where a.tenant_id = v_tenant and a.status <> 'pending' and a.created_at < v_before
             and coalesce(a.decided_at, a.expires_at) < v_before
             and not exists (
               select from charter.jobs j
                where j.tenant_id = v_tenant and j.job_id = a.job_id and j.status not in ('completed', 'failed'))
             and not exists (select from unnest(v_held) held where position(held in lower(a::text)) > 0)
             and not exists (
               select from charter.approval_decisions d, unnest(v_held) held
                where d.tenant_id = v_tenant and d.approval_id = a.approval_id
                  and position(held in lower(d::text)) > 0)
           order by a.approval_id limit p_most for update of a skip locked);
        delete from charter.approval_people where tenant_id = v_tenant and approval_id = any(v_ids);
        delete from charter.approval_decisions where tenant_id = v_tenant and approval_id = any(v_ids);
        delete from charter.approvals where tenant_id = v_tenant and approval_id = any(v_ids);
      elsif p_kind = 'events' then
        v_ids := array(
          with delivered as materialized (
            select event_id from charter.hook_deliveries where tenant_id = v_tenant)
          select e.event_id from charter.domain_events e
           where e.tenant_id = v_tenant and e.occurred_at < v_before
             -- A delivery sends the text of its event, also when it is repeated.
             and not exists (select from delivered d where d.event_id = e.event_id)
             and not exists (
               select from charter.hook_fan_outs f where f.tenant_id = v_tenant and f.event_id = e.event_id)
             and not exists (select from unnest(v_held) held where position(held in lower(e::text)) > 0)
           limit p_most);
        delete from charter.domain_events where tenant_id = v_tenant and event_id = any(v_ids);
      elsif p_kind = 'notifications' then
        with old as (
          select n.addressee_id, n.notification_id from charter.notifications n
           where n.tenant_id = v_tenant and n.created_at < v_before and n.mail_state <> 'waiting'
             and not exists (
               select from charter.approvals a
                where a.tenant_id = v_tenant and a.status = 'pending'
                  and a.approval_id::text = n.facts ->> 'approvalId')
             and not exists (select from unnest(v_held) held where position(held in lower(n::text)) > 0)
           limit p_most)
        delete from charter.notifications n using old
         where n.tenant_id = v_tenant and n.addressee_id = old.addressee_id
           and n.notification_id = old.notification_id;
      end if;
      get diagnostics v_count = row_count;
      return v_count;
    end $function$;
    revoke execute on function charter.remove_expired from public;
  `.execute(db);
}
