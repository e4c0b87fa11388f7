import { type Kysely, sql } from 'kysely';

/** Adds the tokens of SCIM connectors, the attributes of people and groups that only SCIM has, and deleted people. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.scim_tokens (
      tenant_id text not null,
      token_id text not null,
      display_name text not null,
      -- SHA-256 of the token, which is random.
      token_hash text not null,
      -- The first characters of the token.
      hint text not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      primary key (tenant_id, token_id)
    );
    create unique index scim_tokens_by_hash on charter.scim_tokens (token_hash);

    alter table directory.users
      add column external_id text,
      -- Null for people of earlier releases.
      add column created_at timestamptz,
      add column changed_at timestamptz;
    alter table directory.users alter column created_at set default now();
    create index users_by_external_id on directory.users (tenant_id, external_id) where external_id is not null;
    create index users_by_mail on directory.users (tenant_id, mail_key) where mail_key is not null;

    alter table directory.groups
      add column external_id text,
      add column created_at timestamptz,
      add column changed_at timestamptz;
    alter table directory.groups alter column created_at set default now();
    create index groups_by_external_id on directory.groups (tenant_id, external_id) where external_id is not null;

    -- People whom the organisation deleted. Without a row here, the next call with a valid token would add them again.
    create table directory.deleted_users (
      tenant_id text not null,
      user_id text not null,
      deleted_at timestamptz not null default now(),
      primary key (tenant_id, user_id)
    );
  `.execute(db);
}
