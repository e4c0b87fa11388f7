import { type Kysely, sql } from 'kysely';

/** Adds the retention period of reviews (docs/privacy.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.retention drop constraint retention_kind_check;
    alter table charter.retention add constraint retention_kind_check
      check (kind in ('jobs', 'approvals', 'events', 'notifications', 'reviews'));

    do $do$
    declare
      v_before text := pg_get_functiondef('charter.remove_expired'::regproc);
      v_after text := replace(v_before, $text$      end if;
      get diagnostics v_count$text$, $text$      elsif p_kind = 'reviews' then
        v_ids := array(
          select r.review_id from charter.reviews r
           where r.tenant_id = v_tenant and r.status in ('completed', 'cancelled')
             and r.created_at < v_before and r.completed_at < v_before
             -- The next review of a team begins some months after the latest one.
             and (exists (
                 select from charter.reviews later
                  where later.tenant_id = v_tenant and later.team_id = r.team_id and later.kind = r.kind
                    and later.created_at > r.created_at)
               or not exists (
                 select from charter.governed_teams g where g.tenant_id = v_tenant and g.team_id = r.team_id))
             and not exists (
               select from charter.review_items i, unnest(v_held) held
                where i.tenant_id = v_tenant and i.review_id = r.review_id and position(held in lower(i::text)) > 0)
           order by r.review_id limit p_most for update of r skip locked);
        delete from charter.review_items where tenant_id = v_tenant and review_id = any(v_ids);
        delete from charter.reviews where tenant_id = v_tenant and review_id = any(v_ids);
      end if;
      get diagnostics v_count$text$);
    begin
      if v_after = v_before then
        raise exception 'The function charter.remove_expired has an unknown body.';
      end if;
      execute v_after;
    end $do$;
  `.execute(db);
}
