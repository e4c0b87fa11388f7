import { type Kysely, sql } from 'kysely';

/** Finds jobs by any part of the name of their team. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- The endings of the words of a name: a text that begins one of them is in a word. Row-level security allows no index
    -- on an expression.
    create function charter.word_endings(name text) returns setof text
    language sql immutable parallel safe as $$
      select distinct substr(word, place) collate "C"
        from regexp_split_to_table(left(lower(name), 256), '[[:space:]]+') word, generate_series(1, length(word)) place
    $$;

    create table charter.job_words (
      tenant_id text not null,
      ending text collate "C" not null,
      job_id uuid not null,
      primary key (tenant_id, ending, job_id)
    );

    create function charter.index_job() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        delete from charter.job_words
         where tenant_id = old.tenant_id and job_id = old.job_id
           and ending in (select charter.word_endings(old.team_name));
      end if;
      insert into charter.job_words (tenant_id, ending, job_id)
      select new.tenant_id, ending, new.job_id from charter.word_endings(new.team_name) ending;
      return null;
    end
    $$;
    create trigger index_new_job after insert on charter.jobs
      for each row when (new.team_name is not null) execute function charter.index_job();
    create trigger index_renamed_job after update of team_name on charter.jobs
      for each row when (new.team_name is distinct from old.team_name) execute function charter.index_job();

    -- The owner reads all tenants here; secure-tables.ts forces row-level security again at each start.
    alter table charter.jobs no force row level security;
    insert into charter.job_words (tenant_id, ending, job_id)
    select tenant_id, ending, job_id from charter.jobs, charter.word_endings(team_name) ending;
    alter table charter.jobs force row level security;
  `.execute(database);
}
