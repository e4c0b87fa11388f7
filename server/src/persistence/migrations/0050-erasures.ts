import { type Kysely, sql } from 'kysely';

/** Adds erasures and legal holds of people (docs/privacy.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.legal_holds (
      tenant_id text not null,
      person_id text not null,
      reason text not null,
      placed_by text not null,
      placed_at timestamptz not null,
      primary key (tenant_id, person_id)
    );

    -- An erasure from its request on. The row stays, so that the person is not stored again.
    create table charter.erasures (
      tenant_id text not null,
      person_id text not null,
      erasure_id uuid not null,
      request_id text not null,
      requested_at timestamptz not null,
      -- Names, addresses and texts to look for, encrypted. Null before the first run, and after the end.
      sealed_marks text,
      -- Number of the first store that is not finished.
      progress integer not null default 0,
      redacted_rows integer not null default 0,
      -- Audit records that hold the names in clear inside their hash.
      unchanged_records integer,
      completed_at timestamptz,
      primary key (tenant_id, person_id)
    );
    create index unfinished_erasures on charter.erasures (tenant_id) where completed_at is null;

    -- Keeps the entry of an erased person empty, whoever writes it: a sign-in, an import, or the copy of a directory.
    create function directory.keep_erased() returns trigger language plpgsql as $$
    begin
      if exists (
        select from charter.erasures e
         where e.tenant_id = new.tenant_id and e.person_id = new.user_id
           and (e.sealed_marks is not null or e.completed_at is not null)
      ) then
        new.display_name := 'erased';
        new.given_name := null;
        new.surname := null;
        new.mail := null;
        new.user_principal_name := new.user_id;
        new.job_title := null;
        new.department := null;
        new.company_name := null;
        new.city := null;
        new.country := null;
        new.usage_location := null;
        new.preferred_language := null;
        new.account_enabled := false;
        new.extension_attributes := '{}';
        new.extensions := '{}';
        new.manager_id := null;
        new.external_id := null;
      end if;
      return new;
    end
    $$;
    create trigger keep_erased before insert or update on directory.users
      for each row execute function directory.keep_erased();
  `.execute(db);
}
