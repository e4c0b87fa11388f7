import { sql } from 'kysely';

/**
 * People, groups, teams and memberships, which all suites share.
 *
 * Columns that end in `_key` are for lookup. Under row-level security PostgreSQL uses an index only if every
 * function in the condition is leakproof. Text comparison is leakproof and `lower` is not, so the key columns
 * store lower case. With collation "C" one index serves equality, prefixes and order. Keys of users are cut to 256
 * characters, Microsoft Graph's limit for the longest of these properties, so that an entry fits on a page.
 */
export const directory = sql`
  create table directory.organisations (
    tenant_id text primary key,
    display_name text not null,
    initial_domain_name text not null,
    default_domain_name text not null
  );

  -- The search words of a user, sorted and distinct: the words of the names, the parts of compound words
  -- (Jean-Pierre), mail, and user principal name.
  create function directory.search_words(
    display_name text, given_name text, surname text, mail text, user_principal_name text
  ) returns text[] language sql immutable parallel safe as $$
    with names as (
      select translate(concat_ws(' ', display_name, given_name, surname), E'\\t\\n\\r\\u00a0', '    ') as text
    ),
    words as (
      select string_to_array(lower(concat_ws(' ', text, translate(text, '-''’.,()/&_"', '           '),
        mail, user_principal_name)), ' ') as list
        from names
    )
    select array(
      select distinct left(word, 256) collate "C" from words, unnest(list) word where word <> '' order by 1
    )
  $$;

  create table directory.users (
    tenant_id text not null,
    -- With capitals too: OIDC subjects are case-sensitive (OpenID Connect Core 1.0, section 8).
    user_id text not null,
    display_name text not null,
    given_name text,
    surname text,
    mail text,
    user_principal_name text not null,
    job_title text,
    department text,
    company_name text,
    city text,
    country text,
    usage_location text,
    preferred_language text,
    user_type text not null default 'Member' check (user_type in ('Member', 'Guest')),
    account_enabled boolean not null default true,
    extension_attributes jsonb not null default '{}',
    extensions jsonb not null default '{}',
    -- No foreign key: people are imported in any order, and a manager may leave.
    manager_id text,
    display_name_key text collate "C" not null generated always as (left(lower(display_name), 256)) stored,
    user_principal_name_key text collate "C" not null
      generated always as (left(lower(user_principal_name), 256)) stored,
    mail_key text collate "C" generated always as (left(lower(mail), 256)) stored,
    job_title_key text collate "C" generated always as (left(lower(job_title), 256)) stored,
    department_key text collate "C" generated always as (left(lower(department), 256)) stored,
    company_name_key text collate "C" generated always as (left(lower(company_name), 256)) stored,
    city_key text collate "C" generated always as (left(lower(city), 256)) stored,
    country_key text collate "C" generated always as (left(lower(country), 256)) stored,
    search_words text[] not null generated always as
      (directory.search_words(display_name, given_name, surname, mail, user_principal_name)) stored,
    primary key (tenant_id, user_id),
    constraint nobody_is_their_own_manager check (manager_id <> user_id)
  );
  create unique index users_by_upn on directory.users (tenant_id, user_principal_name_key);
  create index users_by_name on directory.users (tenant_id, display_name_key, user_id);
  create index users_by_job_title on directory.users
    (tenant_id, job_title_key, display_name_key, user_id) where job_title_key is not null;
  create index users_by_department on directory.users
    (tenant_id, department_key, display_name_key, user_id) where department_key is not null;
  -- Few distinct values: the planner filters by a rare value, and walks users_by_name for a common one.
  create index users_by_company_name on directory.users (tenant_id, company_name_key)
    where company_name_key is not null;
  create index users_by_city on directory.users (tenant_id, city_key) where city_key is not null;
  create index users_by_country on directory.users (tenant_id, country_key)
    where country_key is not null;
  create index guests_by_name on directory.users
    (tenant_id, display_name_key, user_id) where user_type = 'Guest';
  create index disabled_users_by_name on directory.users
    (tenant_id, display_name_key, user_id) where not account_enabled;

  -- One row for each search word of a user. The primary key is the order of a prefix search: by matched word, then by
  -- display name. A GIN index does not serve here: its operators are not leakproof. Lookup by mail uses this
  -- table too. Triggers update it with every change of the users.
  create table directory.user_words (
    tenant_id text not null,
    -- The word, a space, and the user's display_name_key.
    position text collate "C" not null,
    user_id text not null,
    -- The user's previous word. If both begin with the searched prefix, the search lists the user only once.
    previous text collate "C",
    primary key (tenant_id, position, user_id) include (previous)
  );

  create function directory.index_user_words() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into directory.user_words (tenant_id, position, user_id, previous)
      select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
        from after_change u, unnest(u.search_words) with ordinality as w(word, place)
       order by 1, 2, 3;
    elsif tg_op = 'DELETE' then
      delete from directory.user_words
       where (tenant_id, position, user_id) in (
               select u.tenant_id, word || ' ' || u.display_name_key, u.user_id
                 from before_change u, unnest(u.search_words) word);
    else
      with gone as (
        select u.tenant_id, (word || ' ' || u.display_name_key) collate "C" as position, u.user_id,
               u.search_words[place - 1] as previous
          from before_change u, unnest(u.search_words) with ordinality as w(word, place)
        except
        select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
          from after_change u, unnest(u.search_words) with ordinality as w(word, place)
      )
      delete from directory.user_words
       where (tenant_id, position, user_id) in (select tenant_id, position, user_id from gone);
      insert into directory.user_words (tenant_id, position, user_id, previous)
      select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
        from after_change u, unnest(u.search_words) with ordinality as w(word, place)
      except
      select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
        from before_change u, unnest(u.search_words) with ordinality as w(word, place);
    end if;
    return null;
  end
  $$;
  create trigger index_words_of_new after insert on directory.users
    referencing new table as after_change
    for each statement execute function directory.index_user_words();
  create trigger index_words_of_changed after update on directory.users
    referencing old table as before_change new table as after_change
    for each statement execute function directory.index_user_words();
  create trigger index_words_of_removed after delete on directory.users
    referencing old table as before_change
    for each statement execute function directory.index_user_words();

  create table directory.groups (
    tenant_id text not null,
    group_id text not null,
    display_name text not null,
    display_name_key text collate "C" not null generated always as (left(lower(display_name), 256)) stored,
    search_words text[] not null
      generated always as (directory.search_words(display_name, null, null, null, null)) stored,
    primary key (tenant_id, group_id)
  );
  create index groups_by_name on directory.groups (tenant_id, display_name_key, group_id);

  create table directory.group_members (
    tenant_id text not null,
    user_id text not null,
    group_id text not null,
    primary key (tenant_id, user_id, group_id)
  );
  create index group_members_by_group on directory.group_members (tenant_id, group_id, user_id);

  -- One row for each word of a group's name.
  create table directory.group_words (
    tenant_id text not null,
    word text collate "C" not null,
    group_id text not null,
    primary key (tenant_id, word, group_id)
  );

  create function directory.index_group_words() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      delete from directory.group_words
       where tenant_id = old.tenant_id and word = any (old.search_words) and group_id = old.group_id;
    end if;
    if tg_op <> 'DELETE' then
      insert into directory.group_words (tenant_id, word, group_id)
      select new.tenant_id, word, new.group_id from unnest(new.search_words) word;
    end if;
    return null;
  end
  $$;
  create trigger index_words_of_added after insert or delete on directory.groups
    for each row execute function directory.index_group_words();
  create trigger index_words_of_renamed after update on directory.groups
    for each row when (old.search_words is distinct from new.search_words)
    execute function directory.index_group_words();

  create table directory.teams (
    tenant_id text not null,
    team_id text not null,
    marker text,
    display_name text not null,
    -- The name in the form names are compared in (domain/names/key.ts).
    display_name_key text collate "C",
    description text,
    internal_id text not null,
    web_url text not null,
    classification text,
    visibility text not null,
    mail_nickname text not null,
    mail_nickname_key text collate "C" not null generated always as (lower(mail_nickname)) stored,
    is_archived boolean not null default false,
    site_read_only boolean not null default false,
    is_membership_limited_to_owners boolean not null default false,
    settings jsonb not null,
    sensitivity_label_id text,
    picture bytea,
    picture_type text,
    installed_apps text[] not null default '{}',
    version bigint not null default 1,
    created_at timestamptz not null,
    -- Null: no known activity; so is added_at below.
    changed_at timestamptz,
    primary key (tenant_id, team_id)
  );
  create unique index teams_by_marker on directory.teams (tenant_id, marker);
  create unique index teams_by_mail_nickname on directory.teams (tenant_id, mail_nickname_key);
  create index teams_by_name on directory.teams (tenant_id, display_name_key);

  create table directory.team_members (
    tenant_id text not null,
    team_id text not null,
    user_id text not null,
    role text not null check (role in ('owner', 'member', 'guest')),
    added_at timestamptz,
    primary key (tenant_id, team_id, user_id)
  );
  create index team_members_by_user on directory.team_members (tenant_id, user_id, team_id);

  -- One row for each team, with every value that lists filter and sort by, so that a page is one index read. Rows of
  -- teams are locked in share mode by concurrent writers and can't hold the counts.
  create table directory.team_index (
    tenant_id text not null,
    team_id text not null,
    name_key text collate "C" not null,
    -- Read by no version that reads team_words.
    search_words text[] not null,
    is_archived boolean not null,
    visibility text not null,
    sensitivity_label_id text,
    owner_count integer not null,
    member_count integer not null,
    last_activity_at timestamptz not null,
    primary key (tenant_id, team_id)
  );
  create index team_index_by_name on directory.team_index (tenant_id, name_key, team_id);
  create index team_index_by_activity on directory.team_index (tenant_id, last_activity_at, team_id);
  create index archived_teams_by_name on directory.team_index (tenant_id, name_key, team_id)
    where is_archived;
  create index team_index_by_label on directory.team_index
    (tenant_id, sensitivity_label_id, name_key, team_id) where sensitivity_label_id is not null;
  create index team_index_by_visibility on directory.team_index
    (tenant_id, visibility, name_key, team_id);
  create index team_index_by_owners on directory.team_index (tenant_id, owner_count, name_key, team_id);

  -- One row for each ending of a word of a team's name: a text that begins one of them is in a word.
  create table directory.team_words (
    tenant_id text not null,
    word text collate "C" not null,
    team_id text not null,
    primary key (tenant_id, word, team_id)
  );

  -- Updates one row after the other, because a cached plan for many rows could scan the whole index.
  create function directory.index_teams() returns trigger language plpgsql as $$
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
  create trigger index_new_teams after insert on directory.teams
    referencing new table as after_change
    for each statement execute function directory.index_teams();
  create trigger index_changed_teams after update on directory.teams
    referencing new table as after_change
    for each statement execute function directory.index_teams();
  create trigger index_removed_teams after delete on directory.teams
    referencing old table as before_change
    for each statement execute function directory.index_teams();

  create function directory.change_team_index(
    p_tenant_id text, p_team_id text, p_members bigint, p_owners bigint, p_active_at timestamptz
  ) returns void language plpgsql as $$
  begin
    update directory.team_index i
       set member_count = i.member_count + p_members, owner_count = i.owner_count + p_owners,
           last_activity_at = greatest(i.last_activity_at, p_active_at)
     where i.tenant_id = p_tenant_id and i.team_id = p_team_id;
  end
  $$;

  create function directory.count_team_members() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      perform directory.change_team_index(
                tenant_id, team_id, count(*), count(*) filter (where role = 'owner'), max(added_at))
         from after_change group by tenant_id, team_id;
    elsif tg_op = 'DELETE' then
      perform directory.change_team_index(
                tenant_id, team_id, -count(*), -count(*) filter (where role = 'owner'), null)
         from before_change group by tenant_id, team_id;
    else
      perform directory.change_team_index(tenant_id, team_id, 0, sum(owners), null)
         from (select tenant_id, team_id, case role when 'owner' then 1 else 0 end as owners from after_change
               union all
               select tenant_id, team_id, case role when 'owner' then -1 else 0 end from before_change) change
        group by tenant_id, team_id
       having sum(owners) <> 0;
    end if;
    return null;
  end
  $$;
  create trigger count_new_members after insert on directory.team_members
    referencing new table as after_change
    for each statement execute function directory.count_team_members();
  create trigger count_changed_members after update on directory.team_members
    referencing old table as before_change new table as after_change
    for each statement execute function directory.count_team_members();
  create trigger count_removed_members after delete on directory.team_members
    referencing old table as before_change
    for each statement execute function directory.count_team_members();
`;
