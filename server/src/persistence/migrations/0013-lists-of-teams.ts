import { type Kysely, sql } from 'kysely';

/** Indexes for lists of teams, of a person's teams and of a team's records. Each index alone serves a page. */
export async function up(db: Kysely<never>): Promise<void> {
  // Locks the tables in the same order as writers, which prevents deadlocks.
  await sql`
    lock table embedded_suite.teams, embedded_suite.team_members, embedded_suite.channels,
               embedded_suite.channel_members, embedded_suite.tabs, embedded_suite.messages
  `.execute(db);
  await createTeamIndex(db);
  await createTriggers(db);
  await fillTeamIndex(db);
  await indexRecordsByTeam(db);
}

/**
 * The embedded suite's index of teams: one row for each team, with every value that lists filter and sort by, so that
 * a page is one index read. Rows of `teams` are locked in share mode by concurrent writers and can't hold the counts.
 */
async function createTeamIndex(db: Kysely<never>): Promise<void> {
  await sql`
    create table embedded_suite.team_index (
      tenant_id text not null,
      team_id text not null,
      -- For lookup under row-level security: see 0010.
      name_key text collate "C" not null,
      search_words text[] not null,
      is_archived boolean not null,
      visibility text not null,
      sensitivity_label_id text,
      owner_count integer not null,
      member_count integer not null,
      last_activity_at timestamptz not null,
      primary key (tenant_id, team_id)
    );
    create index team_index_by_name on embedded_suite.team_index (tenant_id, name_key, team_id);
    create index team_index_by_activity on embedded_suite.team_index (tenant_id, last_activity_at, team_id);
    create index archived_teams_by_name on embedded_suite.team_index (tenant_id, name_key, team_id)
      where is_archived;
    create index team_index_by_label on embedded_suite.team_index
      (tenant_id, sensitivity_label_id, name_key, team_id) where sensitivity_label_id is not null;
    create index team_index_by_visibility on embedded_suite.team_index
      (tenant_id, visibility, name_key, team_id);
    create index team_index_by_owners on embedded_suite.team_index (tenant_id, owner_count, name_key, team_id);

    -- One row for each word of a team's name.
    create table embedded_suite.team_words (
      tenant_id text not null,
      word text collate "C" not null,
      team_id text not null,
      primary key (tenant_id, word, team_id)
    );

    create index team_members_by_user on embedded_suite.team_members (tenant_id, user_id, team_id);
  `.execute(db);
}

/** The triggers update one row after the other, because a cached plan for many rows could scan the whole index. */
async function createTriggers(db: Kysely<never>): Promise<void> {
  await sql`
    create function embedded_suite.index_teams() returns trigger language plpgsql as $$
    declare
      v_team record;
    begin
      if tg_op = 'DELETE' then
        for v_team in select tenant_id, team_id from before_change loop
          delete from embedded_suite.team_words w
           using embedded_suite.team_index i
           where i.tenant_id = v_team.tenant_id and i.team_id = v_team.team_id
             and w.tenant_id = v_team.tenant_id and w.team_id = v_team.team_id and w.word = any (i.search_words);
          delete from embedded_suite.team_index i
           where i.tenant_id = v_team.tenant_id and i.team_id = v_team.team_id;
        end loop;
        return null;
      end if;
      if tg_op = 'INSERT' then
        insert into embedded_suite.team_index
          (tenant_id, team_id, name_key, search_words, is_archived, visibility, sensitivity_label_id,
           owner_count, member_count, last_activity_at)
        select t.tenant_id, t.team_id, left(lower(t.display_name), 256), '{}', t.is_archived, t.visibility,
               t.sensitivity_label_id, 0, 0, greatest(t.created_at, t.changed_at)
          from after_change t;
      end if;
      for v_team in
        select t.*, embedded_suite.search_words(t.display_name, null, null, null, null) as words
          from after_change t
      loop
        delete from embedded_suite.team_words w
         using embedded_suite.team_index i
         where i.tenant_id = v_team.tenant_id and i.team_id = v_team.team_id
           and w.tenant_id = v_team.tenant_id and w.team_id = v_team.team_id
           and w.word = any (i.search_words) and w.word <> all (v_team.words);
        insert into embedded_suite.team_words (tenant_id, word, team_id)
        select v_team.tenant_id, word, v_team.team_id from unnest(v_team.words) word
        on conflict do nothing;
        update embedded_suite.team_index i
           set name_key = left(lower(v_team.display_name), 256), search_words = v_team.words,
               is_archived = v_team.is_archived, visibility = v_team.visibility,
               sensitivity_label_id = v_team.sensitivity_label_id,
               last_activity_at = greatest(i.last_activity_at, v_team.changed_at)
         where i.tenant_id = v_team.tenant_id and i.team_id = v_team.team_id;
      end loop;
      return null;
    end
    $$;
    create trigger index_new_teams after insert on embedded_suite.teams
      referencing new table as after_change
      for each statement execute function embedded_suite.index_teams();
    create trigger index_changed_teams after update on embedded_suite.teams
      referencing new table as after_change
      for each statement execute function embedded_suite.index_teams();
    create trigger index_removed_teams after delete on embedded_suite.teams
      referencing old table as before_change
      for each statement execute function embedded_suite.index_teams();

    create function embedded_suite.change_team_index(
      p_tenant_id text, p_team_id text, p_members bigint, p_owners bigint, p_active_at timestamptz
    ) returns void language plpgsql as $$
    begin
      update embedded_suite.team_index i
         set member_count = i.member_count + p_members, owner_count = i.owner_count + p_owners,
             last_activity_at = greatest(i.last_activity_at, p_active_at)
       where i.tenant_id = p_tenant_id and i.team_id = p_team_id;
    end
    $$;

    create function embedded_suite.count_team_members() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform embedded_suite.change_team_index(
                  tenant_id, team_id, count(*), count(*) filter (where role = 'owner'), max(added_at))
           from after_change group by tenant_id, team_id;
      elsif tg_op = 'DELETE' then
        perform embedded_suite.change_team_index(
                  tenant_id, team_id, -count(*), -count(*) filter (where role = 'owner'), null)
           from before_change group by tenant_id, team_id;
      else
        perform embedded_suite.change_team_index(tenant_id, team_id, 0, sum(owners), null)
           from (select tenant_id, team_id, case role when 'owner' then 1 else 0 end as owners from after_change
                 union all
                 select tenant_id, team_id, case role when 'owner' then -1 else 0 end from before_change) change
          group by tenant_id, team_id
         having sum(owners) <> 0;
      end if;
      return null;
    end
    $$;
    create trigger count_new_members after insert on embedded_suite.team_members
      referencing new table as after_change
      for each statement execute function embedded_suite.count_team_members();
    create trigger count_changed_members after update on embedded_suite.team_members
      referencing old table as before_change new table as after_change
      for each statement execute function embedded_suite.count_team_members();
    create trigger count_removed_members after delete on embedded_suite.team_members
      referencing old table as before_change
      for each statement execute function embedded_suite.count_team_members();

    create function embedded_suite.note_team_activity() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'channel_members' then
        perform embedded_suite.change_team_index(tenant_id, team_id, 0, 0, max(added_at))
           from after_change group by tenant_id, team_id;
      else
        perform embedded_suite.change_team_index(tenant_id, team_id, 0, 0, max(created_at))
           from after_change group by tenant_id, team_id;
      end if;
      return null;
    end
    $$;
  `.execute(db);
  for (const table of ['channels', 'channel_members', 'tabs', 'messages']) {
    await sql`
      create trigger note_activity after insert on ${sql.table(`embedded_suite.${table}`)}
        referencing new table as after_change
        for each statement execute function embedded_suite.note_team_activity()
    `.execute(db);
  }
}

const SOURCES = ['teams', 'team_members', 'channels', 'channel_members', 'tabs', 'messages'];

/** Row-level security from an earlier start would hide the rows from the owner as well. */
async function forceRowSecurity(db: Kysely<never>, mode: 'force' | 'no force'): Promise<void> {
  for (const table of SOURCES) {
    await sql`alter table ${sql.table(`embedded_suite.${table}`)} ${sql.raw(mode)} row level security`.execute(
      db,
    );
  }
}

/** Indexes the existing teams. */
async function fillTeamIndex(db: Kysely<never>): Promise<void> {
  await forceRowSecurity(db, 'no force');
  await sql`
    insert into embedded_suite.team_index
      (tenant_id, team_id, name_key, search_words, is_archived, visibility, sensitivity_label_id,
       owner_count, member_count, last_activity_at)
    select t.tenant_id, t.team_id, left(lower(t.display_name), 256),
           embedded_suite.search_words(t.display_name, null, null, null, null), t.is_archived, t.visibility,
           t.sensitivity_label_id, coalesce(m.owners, 0), coalesce(m.members, 0),
           greatest(t.created_at, t.changed_at, m.at, cm.at, c.at, b.at, s.at)
      from embedded_suite.teams t
      left join (select tenant_id, team_id, count(*) as members, count(*) filter (where role = 'owner') as owners,
                        max(added_at) as at
                   from embedded_suite.team_members group by 1, 2) m using (tenant_id, team_id)
      left join (select tenant_id, team_id, max(added_at) as at
                   from embedded_suite.channel_members group by 1, 2) cm using (tenant_id, team_id)
      left join (select tenant_id, team_id, max(created_at) as at
                   from embedded_suite.channels group by 1, 2) c using (tenant_id, team_id)
      left join (select tenant_id, team_id, max(created_at) as at
                   from embedded_suite.tabs group by 1, 2) b using (tenant_id, team_id)
      left join (select tenant_id, team_id, max(created_at) as at
                   from embedded_suite.messages group by 1, 2) s using (tenant_id, team_id);

    insert into embedded_suite.team_words (tenant_id, word, team_id)
    select tenant_id, word, team_id from embedded_suite.team_index, unnest(search_words) word;
  `.execute(db);
  await forceRowSecurity(db, 'force');
}

/** The team of a record, as a column. Row-level security prevents the use of an index on a JSON member. */
async function indexRecordsByTeam(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.audit_records add column team_id text generated always as (
      coalesce(fields ->> 'teamId', case target_type when 'team' then target_id end)) stored;
    create index audit_records_by_team on charter.audit_records (tenant_id, team_id, occurred_at, record_id)
      where team_id is not null;
  `.execute(db);
}
