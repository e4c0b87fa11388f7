import { type Kysely, sql } from 'kysely';

/**
 * Deliveries go with their webhook, but no longer ask for it one by one when they are made: they are made by the
 * hundred, by a statement that holds the few webhooks they belong to (delivery-statements.ts).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.hook_deliveries drop constraint hook_deliveries_tenant_id_hook_id_fkey;
    create function charter.remove_deliveries() returns trigger language plpgsql as $function$
    begin
      delete from charter.hook_deliveries where tenant_id = old.tenant_id and hook_id = old.hook_id;
      return null;
    end $function$;
    create trigger deliveries_removed after delete on charter.hooks
      for each row execute function charter.remove_deliveries();
  `.execute(db);
}
