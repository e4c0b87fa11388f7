import { type Kysely, sql } from 'kysely';

/**
 * Finds teams by any part of their name. A team has a row for each ending of its words: a text that begins one of them is
 * in a word. Replaces the trigger's function of migration 0013. Nodes of an earlier version still read search_words.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function directory.index_teams() returns trigger language plpgsql as $$
    declare
      v_team record;
      v_last_key text;
    begin
      if tg_op = 'DELETE' then
        for v_team in select tenant_id, team_id, display_name from before_change loop
          delete from directory.team_words w
           where w.tenant_id = v_team.tenant_id and w.team_id = v_team.team_id
             and w.word in (select charter.word_endings(v_team.display_name));
          delete from directory.team_index i
           where i.tenant_id = v_team.tenant_id and i.team_id = v_team.team_id;
        end loop;
        return null;
      end if;
      if tg_op = 'INSERT' then
        insert into directory.team_index
          (tenant_id, team_id, name_key, search_words, is_archived, visibility, sensitivity_label_id,
           owner_count, member_count, last_activity_at)
        select t.tenant_id, t.team_id, '', '{}', t.is_archived, t.visibility,
               t.sensitivity_label_id, 0, 0, greatest(t.created_at, t.changed_at)
          from after_change t;
      end if;
      for v_team in
        select t.*, directory.search_words(t.display_name, null, null, null, null) as words from after_change t
      loop
        select i.name_key into v_last_key
          from directory.team_index i where i.tenant_id = v_team.tenant_id and i.team_id = v_team.team_id;
        if v_last_key <> left(lower(v_team.display_name), 256) then
          delete from directory.team_words w
           where w.tenant_id = v_team.tenant_id and w.team_id = v_team.team_id
             and w.word in (select charter.word_endings(v_last_key));
          insert into directory.team_words (tenant_id, word, team_id)
          select v_team.tenant_id, word, v_team.team_id from charter.word_endings(v_team.display_name) word;
        end if;
        update directory.team_index i
           set name_key = left(lower(v_team.display_name), 256), search_words = v_team.words,
               is_archived = v_team.is_archived, visibility = v_team.visibility,
               sensitivity_label_id = v_team.sensitivity_label_id,
               last_activity_at = greatest(i.last_activity_at, v_team.changed_at)
         where i.tenant_id = v_team.tenant_id and i.team_id = v_team.team_id;
      end loop;
      return null;
    end
    $$;

    -- The owner writes to all tenants here; secure-tables.ts forces row-level security again at each start.
    alter table directory.team_words no force row level security;
    alter table directory.team_index no force row level security;
    delete from directory.team_words;
    insert into directory.team_words (tenant_id, word, team_id)
    select tenant_id, word, team_id from directory.team_index, charter.word_endings(name_key) word;
    alter table directory.team_words force row level security;
    alter table directory.team_index force row level security;
  `.execute(database);
}
