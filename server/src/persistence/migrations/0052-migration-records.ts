import { type Kysely, sql } from 'kysely';

/**
 * Lists the migrations up to this one in the table that the previous version reads, so that the previous version also
 * starts on this schema, even on a database that it has never used. A later release drops the table.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table if not exists charter.migrations (name varchar(255) primary key, timestamp varchar(255) not null);
    delete from charter.migrations where name < '0043-baseline';
    insert into charter.migrations (name, timestamp)
    select name, to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from charter.migration_records where name < '0052'
    on conflict (name) do nothing;
  `.execute(db);
}
