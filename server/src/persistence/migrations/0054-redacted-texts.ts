import { type Kysely, sql } from 'kysely';

/** Creates the table of texts in audit records from which the names of erased people were removed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Shown in place of a text whose encrypted original stays inside the hash of its record. Encrypted with the key of the
    -- person who wrote the original.
    create table charter.redacted_texts (
      tenant_id text not null,
      record_id uuid not null,
      -- JSON Pointer of the text in the record.
      at text not null,
      -- The erasure that redacted it last. Each version has a key of its own, derived with this id.
      erasure_id uuid not null,
      sealed text not null,
      primary key (tenant_id, record_id, at),
      foreign key (tenant_id, record_id) references charter.audit_records on delete cascade
    );
  `.execute(db);
}
