import { type Kysely, sql } from 'kysely';

/** Creates the tables of the embedded suite for folders, files and plans (suites/embedded/contents.ts). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table embedded_suite.files (
      tenant_id text not null,
      team_id text not null,
      channel_id text not null,
      -- The path as names are compared, and that of the folder; empty for the channel's own folder.
      path_key text collate "C" not null,
      parent_key text collate "C" not null,
      file_id text not null,
      path text not null,
      is_folder boolean not null,
      sha256 text,
      size bigint not null default 0,
      -- Bytes that are stored so far.
      stored bigint not null default 0,
      is_complete boolean not null,
      created_at timestamptz not null,
      primary key (tenant_id, team_id, channel_id, path_key)
    );
    create index files_by_folder on embedded_suite.files (tenant_id, team_id, channel_id, parent_key, path_key);

    create table embedded_suite.file_chunks (
      tenant_id text not null,
      team_id text not null,
      file_id text not null,
      -- The position of the first byte.
      start bigint not null,
      bytes bytea not null,
      primary key (tenant_id, team_id, file_id, start)
    );
    alter table embedded_suite.file_chunks alter column bytes set storage external;

    create table embedded_suite.plans (
      tenant_id text not null,
      team_id text not null,
      channel_id text not null,
      plan_id text not null,
      marker text not null,
      plan jsonb not null,
      created_at timestamptz not null,
      primary key (tenant_id, team_id, channel_id, plan_id)
    );
    create unique index plans_by_marker on embedded_suite.plans (tenant_id, team_id, channel_id, marker);
  `.execute(db);
}
