import { type Kysely, sql } from 'kysely';

/**
 * Finds the tenants with due work of a kind (persistence/due-work.ts). The function binds itself to one tenant after the
 * other, so row-level security applies to each of its statements. A round over all tenants is then one statement instead
 * of one or more for each tenant.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function charter.tenants_with_due_work(p_work text, p_at timestamptz, p_slot timestamptz)
    returns setof text language plpgsql set search_path = pg_catalog, pg_temp as $function$
    declare
      v_caller text := current_setting('charter.tenant_id', true);
      v_tenant text;
      v_is_due boolean;
    begin
      for v_tenant in select tenant_id from charter.tenants order by display_name, tenant_id loop
        perform set_config('charter.tenant_id', v_tenant, true);
        case p_work
          when 'intents' then
            v_is_due := exists (
              select from charter.suite_intents where tenant_id = v_tenant and lease_until <= p_at);
          when 'mail' then
            v_is_due := exists (
              select from charter.notifications
               where tenant_id = v_tenant and mail_state = 'waiting' and mail_due_at <= p_at);
          when 'approvals' then
            v_is_due := exists (
              select from charter.approvals
               where tenant_id = v_tenant and status = 'pending' and expires_at <= p_at);
          when 'second_approvals' then
            v_is_due := exists (
              select from charter.jobs
               where tenant_id = v_tenant and second_approval is not null and status = 'paused'
                 and (second_approval ->> 'expires')::timestamptz <= p_at);
          when 'reminders' then
            v_is_due := exists (
              select from charter.approvals
               where tenant_id = v_tenant and status = 'pending' and reminded_at <= p_at);
          when 'ownerless_teams' then
            v_is_due := exists (
              select from directory.ownerless_teams where tenant_id = v_tenant and not is_announced);
          when 'erasures' then
            v_is_due := exists (
              select from charter.erasures where tenant_id = v_tenant and completed_at is null);
          when 'roles' then
            v_is_due := exists (
              select from charter.role_assignments where tenant_id = v_tenant and expires_at <= p_at);
          when 'policy_checks' then
            v_is_due := exists (
              select from charter.governed_teams where tenant_id = v_tenant and due_at <= p_at);
          when 'deliveries' then
            -- A delivery that is due later counts too: a node plans its next look by it.
            v_is_due := exists (select from charter.hook_fan_outs where tenant_id = v_tenant)
              or exists (select from charter.hook_deliveries where tenant_id = v_tenant and status = 'pending');
          when 'lifecycle_runs' then
            -- An unfinished run, or none since the slot began. A first run starts within an hour of its slot.
            v_is_due := exists (
                select from charter.lifecycle_runs
                 where tenant_id = v_tenant
                   and (status = 'waiting' or status = 'active' and lease_until <= p_at))
              or coalesce(
                (select max(scheduled_for) from charter.lifecycle_runs
                  where tenant_id = v_tenant and scheduled_for is not null) < p_slot,
                p_at < p_slot + interval '1 hour', false);
        end case;
        if v_is_due then return next v_tenant; end if;
      end loop;
      perform set_config('charter.tenant_id', coalesce(v_caller, ''), true);
    end $function$`.execute(db);
}
