import { type Kysely, sql } from 'kysely';

/**
 * Counts the pending work of all tenants for the metrics (persistence/backlog.ts). The function binds itself to one
 * tenant after the other and adds up their counts, so row-level security applies to each of its statements.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function charter.backlog() returns table (work text, amount bigint, since timestamptz)
    language plpgsql set search_path = pg_catalog, pg_temp as $function$
    declare
      v_caller text := current_setting('charter.tenant_id', true);
      v_tenant text;
      v_kinds text[] := array['approvals', 'jobs_waiting', 'jobs_active', 'jobs_delayed', 'jobs_paused',
                              'events', 'deliveries', 'mail', 'lifecycle_runs', 'policy_checks', 'intents',
                              'audit_records'];
      v_amounts bigint[] := array_fill(0::bigint, array[12]);
      v_since timestamptz[] := array_fill(null::timestamptz, array[12]);
      v_ones bigint[];
      v_times timestamptz[];
    begin
      for v_tenant in select tenant_id from charter.tenants loop
        perform set_config('charter.tenant_id', v_tenant, true);
        select array[a.n, j.waiting, j.active, j.delayed, j.paused, e.n, d.n, m.n, l.n, p.n, i.n, r.n],
               array[a.t, null, null, null, null, null, d.t, m.t, l.t, p.t, i.t, null]
          into v_ones, v_times
          from (select count(*) as n, min(created_at) as t from charter.approvals
                 where tenant_id = v_tenant and status = 'pending') a,
               (select count(*) filter (where status = 'waiting') as waiting,
                       count(*) filter (where status = 'active') as active,
                       count(*) filter (where status = 'delayed') as delayed,
                       count(*) filter (where status = 'paused') as paused
                  from charter.jobs
                 where tenant_id = v_tenant and status in ('waiting', 'active', 'delayed', 'paused')) j,
               (select count(*) as n from charter.hook_fan_outs where tenant_id = v_tenant) e,
               (select count(*) as n, min(w.due_at) as t
                  from charter.hooks h
                  join charter.hook_deliveries w
                    on w.tenant_id = v_tenant and w.hook_id = h.hook_id and w.status = 'pending'
                 where h.tenant_id = v_tenant and h.active) d,
               (select count(*) as n, min(mail_due_at) as t from charter.notifications
                 where tenant_id = v_tenant and mail_state = 'waiting') m,
               (select count(*) as n, min(created_at) as t from charter.lifecycle_runs
                 where tenant_id = v_tenant and status in ('waiting', 'active')) l,
               (select count(*) as n, min(due_at) as t from charter.governed_teams
                 where tenant_id = v_tenant and due_at <= now()) p,
               (select count(*) as n, min(created_at) as t from charter.suite_intents
                 where tenant_id = v_tenant) i,
               (select count(*) as n from charter.audit_pending where tenant_id = v_tenant) r;
        for place in 1 .. 12 loop
          v_amounts[place] := v_amounts[place] + v_ones[place];
          v_since[place] := least(v_since[place], v_times[place]);
        end loop;
      end loop;
      perform set_config('charter.tenant_id', coalesce(v_caller, ''), true);
      return query select * from unnest(v_kinds, v_amounts, v_since);
    end $function$`.execute(db);
}
