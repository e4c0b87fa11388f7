import { type Kysely, sql } from 'kysely';

/** User accounts for calls that Microsoft Graph does not permit with application permissions. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.graph_accounts (
      tenant_id text not null primary key,
      client_id text not null,
      user_id text not null,
      user_name text not null,
      -- Delegated permissions.
      scopes text[] not null,
      -- Token cache with the refresh token, encrypted by the secret box.
      sealed_tokens text not null,
      connected_at timestamptz not null,
      -- When Entra refused the refresh token, and why.
      lost_at timestamptz,
      lost_reason text,
      check ((lost_at is null) = (lost_reason is null))
    );
  `.execute(db);
}
