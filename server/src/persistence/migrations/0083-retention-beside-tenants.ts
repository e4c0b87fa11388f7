import { type Kysely, sql } from 'kysely';

/**
 * Moves the table of retention periods to a schema of its own, and leaves a view in its place. The table has no tenant.
 * Checkouts before 0.2.0 secure each table of the schema charter by its tenant at their start, and failed on this table
 * (docs/adr/0037-neighbouring-releases.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create schema if not exists installation;
    alter table charter.retention set schema installation;
    create view charter.retention as select kind, days from installation.retention;
  `.execute(db);
}
