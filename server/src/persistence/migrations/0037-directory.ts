import { type Kysely, sql } from 'kysely';

/** The tables that all suites share. Those of channels, tabs, messages and labels stay with the embedded suite. */
const TABLES = [
  ...['organisations', 'users', 'user_words', 'groups', 'group_members', 'group_words'],
  ...['teams', 'team_members', 'team_index', 'team_words'],
];

/** Functions of generated columns and triggers, with the types of their arguments. */
const FUNCTIONS = [
  'search_words(text, text, text, text, text)',
  'index_user_words()',
  'index_group_words()',
  'index_teams()',
  'count_team_members()',
  'change_team_index(text, text, bigint, bigint, timestamptz)',
];

/**
 * Moves people, groups, teams and memberships to a schema of their own. Rights, row-level security, indexes and triggers
 * move with a table; only the bodies of functions name other tables, and are replaced.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of TABLES) {
    await sql`alter table ${sql.table(`embedded_suite.${table}`)} set schema directory`.execute(db);
  }
  for (const signature of FUNCTIONS) {
    await sql`alter function embedded_suite.${sql.raw(signature)} set schema directory`.execute(db);
  }
  await sql`
    do $do$
    declare
      v_function regprocedure;
    begin
      for v_function in
        select oid from pg_proc where pronamespace = 'directory'::regnamespace and prosrc like '%embedded_suite.%'
      loop
        execute replace(pg_get_functiondef(v_function), 'embedded_suite.', 'directory.');
      end loop;
      execute replace(pg_get_functiondef('embedded_suite.note_team_activity()'::regprocedure),
                      'perform embedded_suite.', 'perform directory.');
    end
    $do$
  `.execute(db);
}
