import { type Kysely, sql } from 'kysely';

/** Answers of Graph that the nodes share for some seconds (suites/graph/mirror/node-answers.ts). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- Unlogged: after a crash, the nodes ask Graph again.
    create unlogged table graph_suite.answers (
      tenant_id text not null,
      team_id text not null,
      -- Hash of the call.
      call text not null,
      -- Revision of the team in graph_suite.groups before the call.
      revision integer not null,
      -- Until then, one node makes the call, and the others wait for its answer.
      leased_until timestamptz not null,
      answered_at timestamptz,
      body text,
      primary key (tenant_id, team_id, call)
    );
  `.execute(database);
}
