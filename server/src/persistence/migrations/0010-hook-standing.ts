import { type Kysely, sql } from 'kysely';

/** What a webhook's scope stands on, so that it ends with it (docs/webhooks.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.hooks add column standing jsonb not null
      default '{"roleFrom": null, "inDirectory": false}';
  `.execute(db);
}
