import { type Kysely, sql } from 'kysely';

/**
 * Creates the table of the groups that people have at the OpenID provider, by the last token of each person. A group of
 * the directory with the same id or name has these members too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table directory.provider_groups (
      tenant_id text not null,
      group_name text collate "C" not null,
      user_id text not null,
      primary key (tenant_id, group_name, user_id)
    );
    create index provider_groups_by_user on directory.provider_groups (tenant_id, user_id);

    -- True while the person may be in further groups, which the provider did not name.
    alter table directory.users add column groups_unknown boolean not null default false;
  `.execute(db);
}
