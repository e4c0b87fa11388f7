import { type Kysely, sql } from 'kysely';

/**
 * Adds to jobs and events the trace in which they were recorded, as a `traceparent` (kernel/tracing.ts). Null without
 * tracing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table charter.jobs add column traceparent text`.execute(db);
  await sql`alter table charter.domain_events add column traceparent text`.execute(db);
}
