/** Filling in an organisation: what its administrators and its HR system do elsewhere. Bulk, and repeatable. */
import type { Label } from '../../domain/labels/model.ts';
import type { SuiteOrganisation } from '../../domain/suite.ts';
import type { UserProfile } from '../../domain/users/model.ts';
import type { EmbeddedDatabase } from './database.ts';

export interface NewGroup {
  id: string;
  displayName: string;
  memberIds: readonly string[];
}

export interface NewLabel extends Omit<Label, 'parent'> {
  parentId: string | null;
  /** Ids of the groups it is published to; null = everybody. */
  publishedTo: readonly string[] | null;
}

export interface EmbeddedSuiteAdministration {
  saveOrganisation(organisation: SuiteOrganisation): Promise<void>;
  saveUsers(tenantId: string, users: readonly Omit<UserProfile, 'directGroups'>[]): Promise<void>;
  /** With exactly these members afterwards. */
  saveGroups(tenantId: string, groups: readonly NewGroup[]): Promise<void>;
  saveLabels(tenantId: string, labels: readonly NewLabel[]): Promise<void>;
}

const SAVE_ORGANISATION = `
  insert into embedded_suite.organisations (tenant_id, display_name, initial_domain_name, default_domain_name)
  values ($1, $2, $3, $4)
  on conflict (tenant_id) do update
    set display_name = excluded.display_name, initial_domain_name = excluded.initial_domain_name,
        default_domain_name = excluded.default_domain_name`;

const USER_FIELDS = [
  ['display_name', 'displayName'],
  ['given_name', 'givenName'],
  ['surname', 'surname'],
  ['mail', 'mail'],
  ['user_principal_name', 'userPrincipalName'],
  ['job_title', 'jobTitle'],
  ['department', 'department'],
  ['company_name', 'companyName'],
  ['city', 'city'],
  ['country', 'country'],
  ['usage_location', 'usageLocation'],
  ['preferred_language', 'preferredLanguage'],
  ['user_type', 'userType'],
] as const;
const USER_COLUMNS = USER_FIELDS.map(([column]) => column).join(', ');

const SAVE_USERS = `
  insert into embedded_suite.users (tenant_id, user_id, ${USER_COLUMNS}, account_enabled, extension_attributes, extensions)
  select $1, lower(n ->> 'id'), ${USER_FIELDS.map(([, field]) => `n ->> '${field}'`).join(', ')},
         (n ->> 'accountEnabled')::boolean, n -> 'onPremisesExtensionAttributes', n -> 'extensions'
    from jsonb_array_elements($2::jsonb) n
  on conflict (tenant_id, user_id) do update
    set ${USER_FIELDS.map(([column]) => `${column} = excluded.${column}`).join(', ')},
        account_enabled = excluded.account_enabled, extension_attributes = excluded.extension_attributes,
        extensions = excluded.extensions`;

const SAVE_GROUPS = `
  with groups as (
    insert into embedded_suite.groups (tenant_id, group_id, display_name)
    select $1, n ->> 'id', n ->> 'displayName' from jsonb_array_elements($2::jsonb) n
    on conflict (tenant_id, group_id) do update set display_name = excluded.display_name
  ), wanted as (
    select n ->> 'id' as group_id, lower(m) as user_id
      from jsonb_array_elements($2::jsonb) n, jsonb_array_elements_text(n -> 'memberIds') m
  ), gone as (
    delete from embedded_suite.group_members g
     where g.tenant_id = $1 and g.group_id in (select n ->> 'id' from jsonb_array_elements($2::jsonb) n)
       and not exists (select from wanted w where w.group_id = g.group_id and w.user_id = g.user_id)
  )
  insert into embedded_suite.group_members (tenant_id, user_id, group_id)
  select $1, w.user_id, w.group_id from wanted w
  on conflict do nothing`;

const SAVE_LABELS = `
  insert into embedded_suite.labels (tenant_id, label_id, name, description, color, sensitivity, tooltip, is_active,
         parent_id, published_to)
  select $1, n.id, n.name, n.description, n.color, n.sensitivity, n.tooltip, n."isActive", n."parentId", n."publishedTo"
    from jsonb_to_recordset($2::jsonb)
      as n (id text, name text, description text, color text, sensitivity int, tooltip text, "isActive" boolean,
            "parentId" text, "publishedTo" text[])
  on conflict (tenant_id, label_id) do update
    set name = excluded.name, description = excluded.description, color = excluded.color,
        sensitivity = excluded.sensitivity, tooltip = excluded.tooltip, is_active = excluded.is_active,
        parent_id = excluded.parent_id, published_to = excluded.published_to`;

/** Users of one statement; keeps its parameter to a few megabytes. */
const CHUNK = 5_000;

export function createAdministration(database: EmbeddedDatabase): EmbeddedSuiteAdministration {
  return {
    async saveOrganisation({ id, displayName, initialDomainName, defaultDomainName }) {
      await database.write(id, SAVE_ORGANISATION, [id, displayName, initialDomainName, defaultDomainName]);
    },

    async saveUsers(tenantId, users) {
      for (let first = 0; first < users.length; first += CHUNK) {
        const chunk = JSON.stringify(users.slice(first, first + CHUNK));
        await database.write(tenantId, SAVE_USERS, [tenantId, chunk]);
      }
    },

    async saveGroups(tenantId, groups) {
      await database.write(tenantId, SAVE_GROUPS, [tenantId, JSON.stringify(groups)]);
    },

    async saveLabels(tenantId, labels) {
      await database.write(tenantId, SAVE_LABELS, [tenantId, JSON.stringify(labels)]);
    },
  };
}
