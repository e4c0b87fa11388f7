import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of template files. A file is stored once, by its hash (domain/catalog/store-blob.ts), and split
 * into chunks, so that no statement contains a whole one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.blobs (
      tenant_id text not null,
      blob_id uuid not null,
      -- Null until all chunks are stored.
      sha256 text,
      size bigint not null default 0,
      -- The latest time at which it was sent, or a holder of it came or went.
      used_at timestamptz not null,
      primary key (tenant_id, blob_id)
    );
    create unique index blobs_by_hash on charter.blobs (tenant_id, sha256);

    create table charter.blob_chunks (
      tenant_id text not null,
      blob_id uuid not null,
      place integer not null,
      bytes bytea not null,
      primary key (tenant_id, blob_id, place),
      foreign key (tenant_id, blob_id) references charter.blobs on delete cascade
    );
    -- Files are often compressed already.
    alter table charter.blob_chunks alter column bytes set storage external;

    -- The templates and jobs that need a file.
    create table charter.blob_holders (
      tenant_id text not null,
      sha256 text not null,
      holder_type text not null check (holder_type in ('template', 'job')),
      holder_id text not null,
      primary key (tenant_id, sha256, holder_type, holder_id)
    );
    create index blob_holders_by_holder on charter.blob_holders (tenant_id, holder_type, holder_id);
  `.execute(db);
}
