import { type Kysely, sql } from 'kysely';

/**
 * The line of jobs that a paused budget has rejected (suites/graph/client/pacing.ts): its end, and the number of jobs that
 * retry at once. Times are milliseconds since 1970.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table graph_suite.pacing
      -- The latest time that was given to a job.
      add column line_end double precision not null default 0,
      -- How many jobs return at once: about as many calls as were made between the last two pauses.
      add column line_width integer not null default 200,
      -- Since when the pauses follow one another.
      add column throttled_since double precision not null default 0
  `.execute(database);
}
