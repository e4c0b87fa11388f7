import { type Kysely, sql } from 'kysely';

/** Who somebody's manager is in the embedded suite, and templates that ask for the requester's (docs/approvals.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table embedded_suite.users
      -- Need not be in the directory: people come in any order, and leave.
      add column manager_id text check (manager_id = lower(manager_id)),
      add constraint nobody_is_their_own_manager check (manager_id <> user_id);
  `.execute(db);
  await sql`
    -- What an earlier release kept of templates lacks the stages, or what is new in them. Row-level security
    -- would hide the rows from their owner; a start of the service puts it back (migrate.ts).
    alter table charter.templates no force row level security;
    update charter.templates
       set catalog_template = jsonb_set(catalog_template, '{templateConfiguration,approval,stages}', (
             select coalesce(jsonb_agg('{"manager": false}' || stage order by place), '[]')
               from jsonb_array_elements(
                      coalesce(catalog_template #> '{templateConfiguration,approval,stages}', '[]')
                    ) with ordinality as stages(stage, place)));
    set constraints all immediate;
    alter table charter.templates force row level security;
  `.execute(db);
}
