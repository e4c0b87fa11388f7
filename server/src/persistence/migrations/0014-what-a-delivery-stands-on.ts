import { type Kysely, sql } from 'kysely';

/** What a delivery was made by, and until when a webhook that is off was on (docs/adr/0013-what-a-webhook-hears.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.hooks
      -- Events from before it was switched off are still delivered when it is on again.
      add column inactive_since timestamptz;
    alter table charter.hook_deliveries
      -- What its webhook heard by then: nobody who has less now has it sent again.
      add column scope text not null default 'tenant' check (scope in ('tenant', 'personal'));
    update charter.hook_deliveries d set scope = h.scope
      from charter.hooks h
     where h.tenant_id = d.tenant_id and h.hook_id = d.hook_id and h.scope <> d.scope;
    alter table charter.hook_deliveries alter column scope drop default;
  `.execute(db);
}
