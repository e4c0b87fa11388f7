import { type Kysely, sql } from 'kysely';

/** Adds the latest sign-ins of people, and the ends of the stays of inactive guests (docs/guests.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Null when it is not known.
    alter table directory.users add column last_sign_in_at timestamptz;
    -- The end of the stay of a guest who has been inactive for too long; null for any other guest.
    alter table charter.guest_stays add column inactive_ends_at timestamptz;
    -- When the Graph suite has read the sign-ins of guests.
    create table graph_suite.sign_in_readings (
      tenant_id text primary key,
      attempted_at timestamptz not null,
      -- Start of the latest complete reading; null when the stored sign-ins were deleted.
      read_at timestamptz,
      -- Why Microsoft Graph rejected the latest attempt.
      problem text check (problem in ('permission', 'licence'))
    );

    -- An erased person has no sign-in either.
    do $do$
    begin
      execute replace(pg_get_functiondef('directory.keep_erased'::regproc), 'new.manager_id := null;', $text$
        new.manager_id := null;
        new.last_sign_in_at := null;$text$);
    end $do$;
  `.execute(db);
}
