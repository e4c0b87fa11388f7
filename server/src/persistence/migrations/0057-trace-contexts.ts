import { type Kysely, sql } from 'kysely';

/** The trace in which a job or an event was recorded, as a `traceparent` (kernel/tracing.ts). Null without tracing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.jobs add column traceparent text`.execute(db);
  await sql`alter table charter.domain_events add column traceparent text`.execute(db);
}
