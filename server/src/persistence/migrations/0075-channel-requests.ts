import { type Kysely, sql } from 'kysely';

/** Adds channel templates, and requests for channels (docs/channels.md, "Requests by template"). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.templates
      add column kind text not null default 'team' check (kind in ('team', 'channel'))`.execute(db);
  // The team and the type of a requested channel. Null for a request for a team.
  await sql`alter table charter.approvals add column channel json`.execute(db);
}
