import { type Kysely, sql } from 'kysely';

/** Prepares the schema for a distributed database (docs/distributed-database.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Sets a setting until the end of the transaction. Citus passes SET LOCAL on to its workers, and not set_config.
    create function charter.set_local(p_name text, p_value text) returns void language plpgsql as $function$
    begin
      execute format('set local %I = %L', p_name, p_value);
    end $function$;

    -- The functions that visit all tenants bind themselves to each on the workers too. On plain PostgreSQL, set_config
    -- costs less.
    do $do$
    declare
      v_name text;
    begin
      foreach v_name in array array['charter.backlog', 'charter.tenants_with_due_work'] loop
        execute regexp_replace(
          replace(pg_get_functiondef(to_regproc(v_name)), 'v_caller text', $text$
            v_is_distributed boolean := exists (select from pg_extension where extname = 'citus');
            v_caller text$text$),
          'perform set_config\\(([^;]*), true\\);',
          'if v_is_distributed then perform charter.set_local(\\1); else perform set_config(\\1, true); end if;', 'g');
      end loop;
    end $do$;

    -- A key that is unique over all tenants can't be distributed. The hash is one of a random token.
    create index scim_tokens_by_token_hash on charter.scim_tokens (token_hash);
    drop index charter.scim_tokens_by_hash;
  `.execute(db);
}
