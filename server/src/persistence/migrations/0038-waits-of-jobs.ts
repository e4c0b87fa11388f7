import { type Kysely, sql } from 'kysely';

/** Marks the waits that the suite asked for. Earlier versions read them back from the log. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- The owner writes to all tenants here; secure-tables.ts forces row-level security again at each start.
    alter table charter.jobs no force row level security;
    update charter.jobs
       set wait = case when log[cardinality(log)] like '% waits: %' then wait || '{"bySuite": true}'
                       when status = 'delayed' then wait end
     where wait is not null;
    alter table charter.jobs force row level security;
  `.execute(database);
}
