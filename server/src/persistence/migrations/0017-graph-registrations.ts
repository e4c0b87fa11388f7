import { type Kysely, sql } from 'kysely';

/** Registrations of Microsoft Entra tenants, besides the registration in the settings. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.graph_registrations (
      tenant_id text not null primary key,
      -- Null with the registration of the settings.
      client_id text,
      credential text not null
        check (credential in ('secret', 'certificate', 'workloadIdentity', 'settings')),
      -- Encrypted by the secret box.
      sealed_credential text,
      expires_at timestamptz,
      changed_at timestamptz not null,
      check ((client_id is null) = (credential = 'settings')),
      check ((sealed_credential is not null) = (credential in ('secret', 'certificate')))
    );
  `.execute(db);
}
