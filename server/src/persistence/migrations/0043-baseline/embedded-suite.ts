import { sql } from 'kysely';

/** Tables of the embedded suite, besides those of the directory. The service never joins them with its own. */
export const embeddedSuite = sql`
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
    -- Null: no known activity.
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

  create function embedded_suite.note_team_activity() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'channel_members' then
      perform directory.change_team_index(tenant_id, team_id, 0, 0, max(added_at))
         from after_change group by tenant_id, team_id;
    else
      perform directory.change_team_index(tenant_id, team_id, 0, 0, max(created_at))
         from after_change group by tenant_id, team_id;
    end if;
    return null;
  end
  $$;
  create trigger note_activity after insert on embedded_suite.channels
    referencing new table as after_change
    for each statement execute function embedded_suite.note_team_activity();
  create trigger note_activity after insert on embedded_suite.channel_members
    referencing new table as after_change
    for each statement execute function embedded_suite.note_team_activity();
  create trigger note_activity after insert on embedded_suite.tabs
    referencing new table as after_change
    for each statement execute function embedded_suite.note_team_activity();
  create trigger note_activity after insert on embedded_suite.messages
    referencing new table as after_change
    for each statement execute function embedded_suite.note_team_activity();
`;
