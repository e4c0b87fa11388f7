import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the search for groups and for the members of a group. Keys and words are like those of people (0010).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table embedded_suite.groups
      add column display_name_key text collate "C" not null
        generated always as (left(lower(display_name), 256)) stored,
      add column search_words text[] not null
        generated always as (embedded_suite.search_words(display_name, null, null, null, null)) stored;
    create index groups_by_name on embedded_suite.groups (tenant_id, display_name_key, group_id);
    create index group_members_by_group on embedded_suite.group_members (tenant_id, group_id, user_id);

    -- One row for each word of a group's name.
    create table embedded_suite.group_words (
      tenant_id text not null,
      word text collate "C" not null,
      group_id text not null,
      primary key (tenant_id, word, group_id)
    );

    create function embedded_suite.index_group_words() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from embedded_suite.group_words
         where tenant_id = old.tenant_id and word = any (old.search_words) and group_id = old.group_id;
      end if;
      if tg_op <> 'DELETE' then
        insert into embedded_suite.group_words (tenant_id, word, group_id)
        select new.tenant_id, word, new.group_id from unnest(new.search_words) word;
      end if;
      return null;
    end
    $$;
    create trigger index_words_of_added after insert or delete on embedded_suite.groups
      for each row execute function embedded_suite.index_group_words();
    create trigger index_words_of_renamed after update on embedded_suite.groups
      for each row when (old.search_words is distinct from new.search_words)
      execute function embedded_suite.index_group_words();

    -- Row-level security of an earlier start hides the rows from their owner too.
    alter table embedded_suite.groups no force row level security;
    insert into embedded_suite.group_words (tenant_id, word, group_id)
    select tenant_id, word, group_id from embedded_suite.groups, unnest(search_words) word;
    alter table embedded_suite.groups force row level security;
  `.execute(db);
}
