/**
 * Writes the organisation and its directory, which Charter itself only reads. Each call inserts or replaces by id, and
 * leaves the rest.
 */
import { hash } from 'node:crypto';
import type { Label } from '../../domain/labels/model.ts';
import type { User } from '../../domain/users/model.ts';
import type { SuiteOrganisation } from '../../domain/users/suite.ts';
import { CharterError, invalidRequest } from '../../kernel/errors.ts';
import { idFrom } from '../../kernel/ids.ts';
import { type RecordedActivity, recordActivity } from './activity.ts';
import { type EmbeddedDatabase, TakenError } from './database.ts';
import { listMessages, type PostedMessage } from './messages.ts';

/** A user with the attributes that rules see (docs/specification.md, section 9). */
export interface DirectoryUser
  extends Pick<User, 'id' | 'displayName' | 'userPrincipalName'>,
    Partial<Omit<User, 'id' | 'displayName' | 'userPrincipalName'>> {
  onPremisesExtensionAttributes?: Record<string, string | null>;
  /** Keys `extension_*`. */
  extensions?: Record<string, unknown>;
  /** Id of the user's manager, who may be missing in the directory. */
  managerId?: string | null;
}

export interface DirectoryMembership {
  userId: string;
  /** Display names. */
  groups: readonly string[];
}

export interface DirectoryGroup {
  id: string;
  displayName: string;
  memberIds: readonly string[];
}

export interface PublishedLabel extends Omit<Label, 'parent'> {
  parentId: string | null;
  /** Ids of the groups it is published to; null for everybody. */
  publishedTo: readonly string[] | null;
}

export interface TeamPicture {
  contentType: string;
  bytes: Uint8Array;
}

export interface EmbeddedSuiteAdministration {
  saveOrganisation(organisation: SuiteOrganisation): Promise<void>;
  /**
   * @throws Conflict when two users would share a user principal name; InvalidRequest that names users who are their
   * own manager, or have a name of wrong length
   */
  saveUsers(tenantId: string, users: readonly DirectoryUser[]): Promise<void>;
  /** Adds a user. Returns false, and writes nothing, when the id or the user principal name is taken. */
  addUser(tenantId: string, user: DirectoryUser): Promise<boolean>;
  /**
   * Puts each user into exactly these groups. Finds groups by name, ignoring case. Creates a missing group with an id
   * derived from its name, so that concurrent calls create one group.
   */
  setGroups(tenantId: string, memberships: readonly DirectoryMembership[]): Promise<void>;
  /** Replaces the members of each group. */
  saveGroups(tenantId: string, groups: readonly DirectoryGroup[]): Promise<void>;
  saveLabels(tenantId: string, labels: readonly PublishedLabel[]): Promise<void>;
  /** Returns the messages of a channel, oldest first. */
  listMessages(tenantId: string, teamId: string, channelId: string): Promise<PostedMessage[]>;
  findPicture(tenantId: string, teamId: string): Promise<TeamPicture | undefined>;
  /**
   * Sets the time of the latest activity in teams, and moves later times back to it.
   */
  recordActivity(tenantId: string, activity: readonly RecordedActivity[]): Promise<void>;
}

const SAVE_ORGANISATION = `
  insert into embedded_suite.organisations (tenant_id, display_name, initial_domain_name, default_domain_name)
  values ($1, $2, $3, $4)
  on conflict (tenant_id) do update
    set display_name = excluded.display_name, initial_domain_name = excluded.initial_domain_name,
        default_domain_name = excluded.default_domain_name`;

const USER_FIELDS = `user_id, display_name, given_name, surname, mail, user_principal_name, job_title, department,
  company_name, city, country, usage_location, preferred_language, user_type, account_enabled,
  extension_attributes, extensions, manager_id`;

const INSERT_USERS = `
  insert into embedded_suite.users (tenant_id, ${USER_FIELDS})
  select $1, ${USER_FIELDS}
    from json_to_recordset($2::json) as u(
      user_id text, display_name text, given_name text, surname text, mail text, user_principal_name text,
      job_title text, department text, company_name text, city text, country text, usage_location text,
      preferred_language text, user_type text, account_enabled boolean, extension_attributes jsonb,
      extensions jsonb, manager_id text)
   order by user_id`;

const ADD_USER = `${INSERT_USERS} on conflict do nothing returning user_id`;

const SAVE_USERS = `${INSERT_USERS}
  on conflict (tenant_id, user_id) do update
    set (${USER_FIELDS}) = (${USER_FIELDS.replace(/\w+/g, 'excluded.$&')})`;

const SAVE_GROUPS = `
  with item as materialized (
    select * from json_to_recordset($2::json) as g(id text, "displayName" text, "memberIds" text[])
  ),
  member as materialized (
    select distinct id as group_id, user_id from item, unnest("memberIds") user_id
  ),
  saved as (
    insert into embedded_suite.groups (tenant_id, group_id, display_name)
    select $1, id, "displayName" from item order by id
    on conflict (tenant_id, group_id) do update set display_name = excluded.display_name
  ),
  gone as (
    delete from embedded_suite.group_members m
     where m.tenant_id = $1 and m.group_id in (select id from item)
       and not exists (select from member where member.group_id = m.group_id and member.user_id = m.user_id)
  )
  insert into embedded_suite.group_members (tenant_id, user_id, group_id)
  select $1, user_id, group_id from member order by user_id, group_id
  on conflict do nothing`;

const SET_GROUPS = `
  with item as materialized (
    select "userId" as user_id, g.id, g.name
      from json_to_recordset($2::json) as i("userId" text, groups json)
      left join lateral json_to_recordset(i.groups) as g(id text, name text) on true
  ),
  known as materialized (
    select distinct on (lower(display_name)) group_id, lower(display_name) as key
      from embedded_suite.groups
     where tenant_id = $1 and lower(display_name) in (select lower(name) from item)
     order by lower(display_name), group_id
  ),
  wanted as materialized (
    select item.user_id, coalesce(known.group_id, item.id) as group_id, item.name, known.group_id is null as is_new
      from item left join known on known.key = lower(item.name)
     where item.name is not null
  ),
  created as (
    insert into embedded_suite.groups (tenant_id, group_id, display_name)
    select distinct on (group_id) $1, group_id, name from wanted where is_new order by group_id
    on conflict do nothing
  ),
  gone as (
    delete from embedded_suite.group_members m
     where m.tenant_id = $1 and m.user_id in (select user_id from item)
       and not exists (select from wanted w where w.user_id = m.user_id and w.group_id = m.group_id)
  )
  insert into embedded_suite.group_members (tenant_id, user_id, group_id)
  select distinct $1, user_id, group_id from wanted order by user_id, group_id
  on conflict do nothing`;

const SAVE_LABELS = `
  insert into embedded_suite.labels
    (tenant_id, label_id, name, description, color, sensitivity, tooltip, is_active, parent_id, published_to)
  select $1, id, name, description, color, sensitivity, tooltip, "isActive", "parentId", "publishedTo"
    from json_to_recordset($2::json) as l(
      id text, name text, description text, color text, sensitivity integer, tooltip text, "isActive" boolean,
      "parentId" text, "publishedTo" text[])
   order by id
  on conflict (tenant_id, label_id) do update
    set name = excluded.name, description = excluded.description, color = excluded.color,
        sensitivity = excluded.sensitivity, tooltip = excluded.tooltip, is_active = excluded.is_active,
        parent_id = excluded.parent_id, published_to = excluded.published_to`;

const FIND_PICTURE = `
  select t.picture, t.picture_type from embedded_suite.teams t
   where t.tenant_id = $1 and t.team_id = $2 and t.picture is not null`;

/** Rows of one statement, so that its round trip hardly counts. */
const BATCH = 5_000;
/** Microsoft Graph's limit for a user's display name, its longest name. */
const LONGEST_NAME = 256;

const toUserRow = (user: DirectoryUser): object => ({
  user_id: user.id,
  display_name: user.displayName,
  given_name: user.givenName,
  surname: user.surname,
  mail: user.mail,
  user_principal_name: user.userPrincipalName,
  job_title: user.jobTitle,
  department: user.department,
  company_name: user.companyName,
  city: user.city,
  country: user.country,
  usage_location: user.usageLocation,
  preferred_language: user.preferredLanguage,
  user_type: user.userType ?? 'Member',
  account_enabled: user.accountEnabled ?? true,
  extension_attributes: user.onPremisesExtensionAttributes ?? {},
  extensions: user.extensions ?? {},
  manager_id: user.managerId ?? null,
});

const hasNameOfWrongLength = ({ id, displayName, userPrincipalName }: DirectoryUser): boolean =>
  [id, displayName, userPrincipalName].some((name) => name === '' || name.length > LONGEST_NAME);

const isOwnManager = ({ id, managerId }: DirectoryUser): boolean => id === managerId;

/** Returns what is wrong with a user; undefined for nothing. */
function problemOf(user: DirectoryUser): string | undefined {
  if (hasNameOfWrongLength(user)) {
    return `Id, display name and user principal name have 1 to ${LONGEST_NAME} characters.`;
  }
  return isOwnManager(user) ? 'Nobody is their own manager. Name somebody else, or nobody.' : undefined;
}

function assertUsers(users: readonly DirectoryUser[]): void {
  const details = users.flatMap((user) => {
    const message = problemOf(user);
    return message === undefined ? [] : [{ target: user.id, code: 'InvalidValue', message }];
  });
  if (details.length > 0) throw invalidRequest('Some users cannot be saved. See details.', details);
}

async function saveAll(
  database: EmbeddedDatabase,
  tenantId: string,
  text: string,
  rows: readonly object[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = JSON.stringify(rows.slice(start, start + BATCH));
    await database.write(tenantId, text, [tenantId, batch]);
  }
}

const groupIdOf = (name: string): string => idFrom(hash('sha256', name.toLowerCase()));

const setGroups = (
  database: EmbeddedDatabase,
  tenantId: string,
  memberships: readonly DirectoryMembership[],
): Promise<void> =>
  saveAll(
    database,
    tenantId,
    SET_GROUPS,
    memberships.map(({ userId, groups }) => ({
      userId,
      groups: groups.map((name) => ({ id: groupIdOf(name), name })),
    })),
  );

export const createAdministration = (database: EmbeddedDatabase): EmbeddedSuiteAdministration => ({
  async saveOrganisation({ id, displayName, initialDomainName, defaultDomainName }) {
    await database.write(id, SAVE_ORGANISATION, [id, displayName, initialDomainName, defaultDomainName]);
  },
  async saveUsers(tenantId, users) {
    assertUsers(users);
    try {
      await saveAll(database, tenantId, SAVE_USERS, users.map(toUserRow));
    } catch (error) {
      if (!(error instanceof TakenError)) throw error;
      throw new CharterError('Conflict', 'Two users of the directory would share a user principal name.', {
        cause: error,
      });
    }
  },
  async addUser(tenantId, user) {
    assertUsers([user]);
    const parameters = [tenantId, JSON.stringify([toUserRow(user)])];
    return (await database.write(tenantId, ADD_USER, parameters)).length === 1;
  },
  setGroups: (tenantId, memberships) => setGroups(database, tenantId, memberships),
  saveGroups: (tenantId, groups) => saveAll(database, tenantId, SAVE_GROUPS, groups),
  saveLabels: (tenantId, labels) => saveAll(database, tenantId, SAVE_LABELS, labels),
  listMessages: (tenantId, teamId, channelId) => listMessages(database, tenantId, teamId, channelId),
  async findPicture(tenantId, teamId) {
    const parameters = [tenantId, teamId];
    const [row] = await database.read<{ picture: Buffer; picture_type: string }>(
      tenantId,
      FIND_PICTURE,
      parameters,
    );
    return row && { contentType: row.picture_type, bytes: row.picture };
  },
  recordActivity: (tenantId, activity) => recordActivity(database, tenantId, activity),
});
