import { type Kysely, sql } from 'kysely';

/**
 * Tables of the embedded suite. The service never joins them with its own.
 *
 * Columns that end in `_key` are for lookup. Under row-level security PostgreSQL uses an index only if every
 * function in the condition is leakproof. Text comparison is leakproof and `lower` is not, so the key columns
 * store lower case. With collation "C" one index serves equality, prefixes and order. Keys of users are cut to 256
 * characters, Microsoft Graph's limit for the longest of these properties, so that an entry fits on a page.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createDirectory(db);
  await createSearch(db);
  await createTeams(db);
}

async function createDirectory(db: Kysely<never>): Promise<void> {
  await sql`
    create table embedded_suite.organisations (
      tenant_id text primary key,
      display_name text not null,
      initial_domain_name text not null,
      default_domain_name text not null
    );

    -- The search words of a user, sorted and distinct: the words of the names, the parts of compound words
    -- (Jean-Pierre), mail, and user principal name.
    create function embedded_suite.search_words(
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

    create table embedded_suite.users (
      tenant_id text not null,
      user_id text not null check (user_id = lower(user_id)),
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
      manager_id text check (manager_id = lower(manager_id)),
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
        (embedded_suite.search_words(display_name, given_name, surname, mail, user_principal_name)) stored,
      primary key (tenant_id, user_id),
      constraint nobody_is_their_own_manager check (manager_id <> user_id)
    );
    create unique index users_by_upn on embedded_suite.users (tenant_id, user_principal_name_key);
    create index users_by_name on embedded_suite.users (tenant_id, display_name_key, user_id);
    create index users_by_job_title on embedded_suite.users
      (tenant_id, job_title_key, display_name_key, user_id) where job_title_key is not null;
    create index users_by_department on embedded_suite.users
      (tenant_id, department_key, display_name_key, user_id) where department_key is not null;
    -- Few distinct values: the planner filters by a rare value, and walks users_by_name for a common one.
    create index users_by_company_name on embedded_suite.users (tenant_id, company_name_key)
      where company_name_key is not null;
    create index users_by_city on embedded_suite.users (tenant_id, city_key) where city_key is not null;
    create index users_by_country on embedded_suite.users (tenant_id, country_key)
      where country_key is not null;
    create index guests_by_name on embedded_suite.users
      (tenant_id, display_name_key, user_id) where user_type = 'Guest';
    create index disabled_users_by_name on embedded_suite.users
      (tenant_id, display_name_key, user_id) where not account_enabled;

    create table embedded_suite.groups (
      tenant_id text not null,
      group_id text not null,
      display_name text not null,
      primary key (tenant_id, group_id)
    );
    create table embedded_suite.group_members (
      tenant_id text not null,
      user_id text not null,
      group_id text not null,
      primary key (tenant_id, user_id, group_id)
    );

    create table embedded_suite.labels (
      tenant_id text not null,
      label_id text not null,
      name text not null,
      description text not null,
      color text not null,
      sensitivity integer not null,
      tooltip text not null,
      is_active boolean not null,
      parent_id text,
      -- Groups the label is published to; null: everybody.
      published_to text[],
      primary key (tenant_id, label_id)
    );
  `.execute(db);
}

/**
 * One row for each search word of a user. The primary key is the order of a prefix search: by matched word,
 * then by display name. A GIN index does not serve here: its operators are not leakproof. Lookup by mail uses
 * this table too. Triggers update it with every change of the users.
 */
async function createSearch(db: Kysely<never>): Promise<void> {
  await sql`
    create table embedded_suite.user_words (
      tenant_id text not null,
      -- The word, a space, and the user's display_name_key.
      position text collate "C" not null,
      user_id text not null,
      -- The user's previous word. If both begin with the searched prefix, the search lists the user only once.
      previous text collate "C",
      primary key (tenant_id, position, user_id) include (previous)
    );

    create function embedded_suite.index_user_words() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into embedded_suite.user_words (tenant_id, position, user_id, previous)
        select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
          from after_change u, unnest(u.search_words) with ordinality as w(word, place)
         order by 1, 2, 3;
      elsif tg_op = 'DELETE' then
        delete from embedded_suite.user_words
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
        delete from embedded_suite.user_words
         where (tenant_id, position, user_id) in (select tenant_id, position, user_id from gone);
        insert into embedded_suite.user_words (tenant_id, position, user_id, previous)
        select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
          from after_change u, unnest(u.search_words) with ordinality as w(word, place)
        except
        select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
          from before_change u, unnest(u.search_words) with ordinality as w(word, place);
      end if;
      return null;
    end
    $$;
    create trigger index_words_of_new after insert on embedded_suite.users
      referencing new table as after_change
      for each statement execute function embedded_suite.index_user_words();
    create trigger index_words_of_changed after update on embedded_suite.users
      referencing old table as before_change new table as after_change
      for each statement execute function embedded_suite.index_user_words();
    create trigger index_words_of_removed after delete on embedded_suite.users
      referencing old table as before_change
      for each statement execute function embedded_suite.index_user_words();
  `.execute(db);
}

async function createTeams(db: Kysely<never>): Promise<void> {
  await sql`
    create table embedded_suite.teams (
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
      -- Null: no known activity; so are added_at and created_at below.
      changed_at timestamptz,
      primary key (tenant_id, team_id)
    );
    create unique index teams_by_marker on embedded_suite.teams (tenant_id, marker);
    create unique index teams_by_mail_nickname on embedded_suite.teams (tenant_id, mail_nickname_key);
    create index teams_by_name on embedded_suite.teams (tenant_id, display_name_key);

    create table embedded_suite.team_members (
      tenant_id text not null,
      team_id text not null,
      user_id text not null,
      role text not null check (role in ('owner', 'member', 'guest')),
      added_at timestamptz,
      primary key (tenant_id, team_id, user_id)
    );

    create table embedded_suite.channels (
      tenant_id text not null,
      team_id text not null,
      channel_id text not null,
      marker text,
      display_name text not null,
      description text,
      membership_type text not null check (membership_type in ('standard', 'private', 'shared')),
      is_primary boolean not null default false,
      is_favorite_by_default boolean not null default false,
      created_at timestamptz not null,
      primary key (tenant_id, team_id, channel_id)
    );
    create unique index channels_by_marker on embedded_suite.channels (tenant_id, team_id, marker);
    create unique index channels_by_name on embedded_suite.channels (tenant_id, team_id, lower(display_name));

    create table embedded_suite.channel_members (
      tenant_id text not null,
      team_id text not null,
      channel_id text not null,
      user_id text not null,
      role text not null check (role in ('owner', 'member', 'guest')),
      added_at timestamptz,
      primary key (tenant_id, team_id, channel_id, user_id)
    );

    create table embedded_suite.tabs (
      tenant_id text not null,
      team_id text not null,
      channel_id text not null,
      tab_id text not null,
      marker text,
      display_name text not null,
      teams_app_id text not null,
      configuration jsonb not null,
      sort_order_index text not null,
      web_url text not null,
      created_at timestamptz,
      primary key (tenant_id, team_id, channel_id, tab_id)
    );
    create unique index tabs_by_marker on embedded_suite.tabs (tenant_id, team_id, channel_id, marker);

    create table embedded_suite.messages (
      tenant_id text not null,
      team_id text not null,
      channel_id text not null,
      message_id text not null,
      marker text not null,
      text text not null,
      created_at timestamptz not null,
      primary key (tenant_id, team_id, channel_id, message_id)
    );
    create unique index messages_by_marker on embedded_suite.messages (tenant_id, team_id, channel_id, marker);
    create index messages_by_time on embedded_suite.messages (tenant_id, team_id, created_at);
  `.execute(db);
}
