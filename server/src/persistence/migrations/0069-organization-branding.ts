import { type Kysely, sql } from 'kysely';

/** Creates the table of an organisation's branding: its name, logo, colour and links (domain/branding). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.organization_branding (
      tenant_id text not null primary key,
      display_name text,
      accent_color text,
      help_url text,
      naming_rules_url text,
      support_contact text,
      logo bytea,
      logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
      logo_sha256 text,
      revision integer not null,
      updated_at timestamptz not null
    );
    -- Images are compressed already.
    alter table charter.organization_branding alter column logo set storage external;
  `.execute(db);
}
