import { type Kysely, sql } from 'kysely';

/**
 * Adds the keys with which personal texts in audit records are encrypted, one for each person
 * (docs/adr/0035-personal-texts-in-trails.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.person_keys (
      tenant_id text not null,
      person_id text not null,
      -- Encrypted. Null after an erasure, which no new key may undo.
      sealed_key text,
      created_at timestamptz not null default now(),
      primary key (tenant_id, person_id)
    );

    -- The texts of people in clear: [{at, of, value}]. They go with the row when the record is sealed.
    alter table charter.audit_pending add column texts json;
    -- The same texts encrypted: [{at, of, text}]. The hash covers them.
    alter table charter.audit_chain add column sealed json;
  `.execute(db);
}
