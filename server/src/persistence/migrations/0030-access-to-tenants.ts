import { type Kysely, sql } from 'kysely';

/** Tenants in which Microsoft gives Charter no access, and copies of the names of organisations. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.tenants
      add column access_lost_at timestamptz,
      -- Time of the latest notification to administrators.
      add column access_notified_at timestamptz;

    create table graph_suite.organisations (
      tenant_id text not null primary key,
      display_name text not null,
      initial_domain_name text not null,
      default_domain_name text not null
    );
  `.execute(db);
}
