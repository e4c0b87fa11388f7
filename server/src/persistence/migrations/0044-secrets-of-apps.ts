import { type Kysely, sql } from 'kysely';

/** Creates the table of app secrets, so that an app can have several, and adds the scopes that limit an app. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.app_secrets (
      tenant_id text not null,
      app_id text not null,
      secret_id text not null,
      display_name text,
      secret_hash text not null,
      -- The first characters of a generated secret. Null for a secret that somebody chose.
      hint text,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      -- The last notification about the end of the secret.
      notified text check (notified in ('expiring', 'expired')),
      primary key (tenant_id, app_id, secret_id),
      foreign key (tenant_id, app_id) references charter.apps on delete cascade
    );
    create index app_secrets_that_expire on charter.app_secrets (tenant_id, expires_at)
      where expires_at is not null and notified is distinct from 'expired';

    insert into charter.app_secrets (tenant_id, app_id, secret_id, secret_hash, created_at)
    select tenant_id, app_id, gen_random_uuid()::text, secret_hash, created_at from charter.apps;

    -- Null for an app without scopes, which is an administrator.
    alter table charter.apps drop column secret_hash, add column scopes text[];
  `.execute(db);
}
