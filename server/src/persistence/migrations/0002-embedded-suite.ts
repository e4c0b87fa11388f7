import { type Kysely, sql } from 'kysely';

/** Tables of the embedded suite: a world of its own beside the service's, never joined with it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table embedded_suite.organisations (
      tenant_id text primary key,
      display_name text not null,
      initial_domain_name text not null,
      default_domain_name text not null
    );

    create table embedded_suite.users (
      tenant_id text not null,
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
      user_type text not null default 'Member',
      account_enabled boolean not null default true,
      extension_attributes jsonb not null default '{}',
      extensions jsonb not null default '{}',
      primary key (tenant_id, user_id)
    );
    create unique index users_by_upn on embedded_suite.users (tenant_id, lower(user_principal_name));
    create index users_by_mail on embedded_suite.users (tenant_id, lower(mail));
    create index users_by_name on embedded_suite.users (tenant_id, display_name, user_id);

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
      -- Groups the label is published to; null = everybody.
      published_to text[],
      primary key (tenant_id, label_id)
    );

    create table embedded_suite.teams (
      tenant_id text not null,
      team_id text not null,
      marker text,
      display_name text not null,
      description text,
      internal_id text not null,
      classification text,
      visibility text not null,
      mail_nickname text not null,
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
      primary key (tenant_id, team_id)
    );
    create unique index teams_by_marker on embedded_suite.teams (tenant_id, marker);
    create unique index teams_by_mail_nickname on embedded_suite.teams (tenant_id, lower(mail_nickname));

    create table embedded_suite.team_members (
      tenant_id text not null,
      team_id text not null,
      user_id text not null,
      role text not null,
      primary key (tenant_id, team_id, user_id)
    );

    create table embedded_suite.channels (
      tenant_id text not null,
      team_id text not null,
      channel_id text not null,
      marker text,
      display_name text not null,
      description text,
      membership_type text not null,
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
      role text not null,
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
  `.execute(db);
}
