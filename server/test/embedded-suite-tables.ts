/** Rows of the schemas `directory` and `embedded_suite`, for Kysely. The migrations are authoritative. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { TeamSettings } from '../src/domain/teams/model.ts';

type Json<T extends object> = JSONColumnType<T, string, string>;

export interface OrganisationRow {
  tenant_id: string;
  display_name: string;
  initial_domain_name: string;
  default_domain_name: string;
}

export interface UserRow {
  tenant_id: string;
  user_id: string;
  display_name: string;
  given_name: string | null;
  surname: string | null;
  mail: string | null;
  user_principal_name: string;
  job_title: string | null;
  department: string | null;
  company_name: string | null;
  city: string | null;
  country: string | null;
  usage_location: string | null;
  preferred_language: string | null;
  user_type: Generated<'Member' | 'Guest'>;
  account_enabled: Generated<boolean>;
  extension_attributes: ColumnType<Record<string, string | null>, string | undefined, string>;
  extensions: ColumnType<Record<string, unknown>, string | undefined, string>;
  /** The manager may be missing from the directory. */
  manager_id: string | null;
  display_name_key: GeneratedAlways<string>;
  user_principal_name_key: GeneratedAlways<string>;
  mail_key: GeneratedAlways<string | null>;
  job_title_key: GeneratedAlways<string | null>;
  department_key: GeneratedAlways<string | null>;
  company_name_key: GeneratedAlways<string | null>;
  city_key: GeneratedAlways<string | null>;
  country_key: GeneratedAlways<string | null>;
  search_words: GeneratedAlways<string[]>;
}

/** Triggers on the users maintain these rows; see the migration. */
export interface UserWordRow {
  tenant_id: string;
  position: string;
  user_id: string;
  previous: string | null;
}

export interface GroupRow {
  tenant_id: string;
  group_id: string;
  display_name: string;
  display_name_key: GeneratedAlways<string>;
  search_words: GeneratedAlways<string[]>;
}

export interface GroupWordRow {
  tenant_id: string;
  word: string;
  group_id: string;
}

export interface GroupMemberRow {
  tenant_id: string;
  user_id: string;
  group_id: string;
}

export interface LabelRow {
  tenant_id: string;
  label_id: string;
  name: string;
  description: string;
  color: string;
  sensitivity: number;
  tooltip: string;
  is_active: boolean;
  parent_id: string | null;
  /** Ids of the groups it is published to; null = everybody. */
  published_to: string[] | null;
}

export interface TeamRow {
  tenant_id: string;
  team_id: string;
  marker: string | null;
  display_name: string;
  description: string | null;
  internal_id: string;
  web_url: string;
  classification: string | null;
  visibility: string;
  mail_nickname: string;
  /** Normalised name for comparisons (domain/names/key.ts). */
  display_name_key: Generated<string | null>;
  mail_nickname_key: GeneratedAlways<string>;
  is_archived: Generated<boolean>;
  site_read_only: Generated<boolean>;
  is_membership_limited_to_owners: Generated<boolean>;
  settings: Json<TeamSettings>;
  sensitivity_label_id: string | null;
  picture: Buffer | null;
  picture_type: string | null;
  installed_apps: Generated<string[]>;
  /** bigint, which pg returns as text. */
  version: Generated<string>;
  created_at: Date;
  /** Null in rows that are older than this column, like the other times of activity. */
  changed_at: Generated<Date | null>;
}

export interface TeamMemberRow {
  tenant_id: string;
  team_id: string;
  user_id: string;
  role: string;
  added_at: Generated<Date | null>;
}

export interface ChannelRow {
  tenant_id: string;
  team_id: string;
  channel_id: string;
  marker: string | null;
  display_name: string;
  description: string | null;
  membership_type: string;
  is_primary: Generated<boolean>;
  is_favorite_by_default: Generated<boolean>;
  is_archived: Generated<boolean>;
  site_read_only: Generated<boolean>;
  created_at: Date;
}

export interface ChannelMemberRow {
  tenant_id: string;
  team_id: string;
  channel_id: string;
  user_id: string;
  role: string;
  added_at: Generated<Date | null>;
}

export interface TabRow {
  tenant_id: string;
  team_id: string;
  channel_id: string;
  tab_id: string;
  marker: string | null;
  display_name: string;
  teams_app_id: string;
  configuration: Json<object>;
  sort_order_index: string;
  web_url: string;
  created_at: Generated<Date | null>;
}

export interface MessageRow {
  tenant_id: string;
  team_id: string;
  channel_id: string;
  message_id: string;
  marker: string;
  text: string;
  created_at: Date;
}

export interface EmbeddedSuiteTables {
  'directory.organisations': OrganisationRow;
  'directory.users': UserRow;
  'directory.user_words': UserWordRow;
  'directory.groups': GroupRow;
  'directory.group_members': GroupMemberRow;
  'directory.group_words': GroupWordRow;
  'embedded_suite.labels': LabelRow;
  'directory.teams': TeamRow;
  'directory.team_members': TeamMemberRow;
  'embedded_suite.channels': ChannelRow;
  'embedded_suite.channel_members': ChannelMemberRow;
  'embedded_suite.tabs': TabRow;
  'embedded_suite.messages': MessageRow;
}
