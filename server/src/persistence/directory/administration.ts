/**
 * Writes the organisation and its directory. Each call inserts or replaces rows by id, and keeps all others; addUser
 * only inserts. The members of a saved group, and the groups of a person in setGroups, are replaced as a whole.
 */
import { hash } from 'node:crypto';
import { type KeptOrganisation, LONGEST_NAME, type NewUser } from '../../domain/directory/ports.ts';
import { CharterError, invalidRequest } from '../../kernel/errors.ts';
import { idFrom } from '../../kernel/ids.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { type SuiteDatabase, TakenError } from '../../kernel/suite-database.ts';
import { USER_FIELDS } from './people-query.ts';

/** Returns the assignments of an upsert that replace these columns. */
const replacing = (columns: string): string =>
  `set (${columns}) = row(${columns.replace(/\w+/g, 'excluded.$&')})`;

const ORGANISATION_COLUMNS = 'display_name, initial_domain_name, default_domain_name';
const SAVE_ORGANISATION = `
  insert into directory.organisations (tenant_id, ${ORGANISATION_COLUMNS}) values ($1, $2, $3, $4)
  on conflict (tenant_id) do update ${replacing(ORGANISATION_COLUMNS)}`;

const WRITTEN_FIELDS: Readonly<Record<keyof NewUser, string>> = {
  ...USER_FIELDS,
  onPremisesExtensionAttributes: 'extension_attributes',
  extensions: 'extensions',
  managerId: 'manager_id',
};
const WRITTEN_COLUMNS = Object.values(WRITTEN_FIELDS).join(', ');

const INSERT_USERS = `
  insert into directory.users (tenant_id, ${WRITTEN_COLUMNS})
  select $1, ${WRITTEN_COLUMNS} from json_populate_recordset(null::directory.users, $2)
   order by user_id`;

const ADD_USER = `${INSERT_USERS} on conflict do nothing returning user_id`;

const SAVE_USERS = `${INSERT_USERS}
  on conflict (tenant_id, user_id) do update ${replacing(WRITTEN_COLUMNS)}`;

const SAVE_GROUPS = `
  with item as materialized (
    select * from json_to_recordset($2::json) as g(id text, "displayName" text, "memberIds" text[])
  ),
  member as materialized (
    select distinct id as group_id, user_id from item, unnest("memberIds") user_id
  ),
  saved as (
    insert into directory.groups (tenant_id, group_id, display_name)
    select $1, id, "displayName" from item order by id
    on conflict (tenant_id, group_id) do update set display_name = excluded.display_name
  ),
  gone as (
    delete from directory.group_members m
     where m.tenant_id = $1 and m.group_id in (select id from item)
       and not exists (select from member where member.group_id = m.group_id and member.user_id = m.user_id)
  )
  insert into directory.group_members (tenant_id, user_id, group_id)
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
      from directory.groups
     where tenant_id = $1 and lower(display_name) in (select lower(name) from item)
     order by lower(display_name), group_id
  ),
  wanted as materialized (
    select item.user_id, coalesce(known.group_id, item.id) as group_id, item.name, known.group_id is null as is_new
      from item left join known on known.key = lower(item.name)
     where item.name is not null
  ),
  created as (
    insert into directory.groups (tenant_id, group_id, display_name)
    select distinct on (group_id) $1, group_id, name from wanted where is_new order by group_id
    on conflict do nothing
  ),
  gone as (
    delete from directory.group_members m
     where m.tenant_id = $1 and m.user_id in (select user_id from item)
       and not exists (select from wanted w where w.user_id = m.user_id and w.group_id = m.group_id)
  )
  insert into directory.group_members (tenant_id, user_id, group_id)
  select distinct $1, user_id, group_id from wanted order by user_id, group_id
  on conflict do nothing`;

/** Rows in one statement: so many that the round trip hardly matters. */
const BATCH = 5_000;

const DEFAULTS: Partial<NewUser> = {
  userType: 'Member',
  accountEnabled: true,
  onPremisesExtensionAttributes: {},
  extensions: {},
};

const toUserRow = (user: NewUser): object =>
  Object.fromEntries(
    (Object.keys(WRITTEN_FIELDS) as (keyof NewUser)[]).map((field) => [
      WRITTEN_FIELDS[field],
      user[field] ?? DEFAULTS[field],
    ]),
  );

const hasNameOfWrongLength = ({ id, displayName, userPrincipalName }: NewUser): boolean =>
  [id, displayName, userPrincipalName].some((name) => name === '' || name.length > LONGEST_NAME);

const isOwnManager = ({ id, managerId }: NewUser): boolean => id === managerId;

/** Returns what is wrong with a user; undefined for a valid one. */
function problemOf(user: NewUser): Message | undefined {
  if (hasNameOfWrongLength(user)) {
    return say(
      'suite.userNameLength',
      'Id, display name and user principal name have 1 to {most} characters.',
      { most: LONGEST_NAME },
    );
  }
  return isOwnManager(user)
    ? say('suite.ownManager', 'Nobody is their own manager. Name somebody else, or nobody.')
    : undefined;
}

function assertUsers(users: readonly NewUser[]): void {
  const details = users.flatMap((user) => {
    const problem = problemOf(user);
    return problem === undefined ? [] : [{ target: user.id, code: 'InvalidValue', ...problem }];
  });
  if (details.length > 0)
    throw invalidRequest(say('suite.usersNotSaved', 'Some users cannot be saved. See details.'), details);
}

const groupIdOf = (name: string): string => idFrom(hash('sha256', name.toLowerCase()));

export function createAdministration(database: SuiteDatabase): Omit<KeptOrganisation, 'saveLabels'> {
  async function saveAll(text: string, tenantId: string, rows: readonly object[]): Promise<void> {
    for (let start = 0; start < rows.length; start += BATCH) {
      await database.write(text, tenantId, JSON.stringify(rows.slice(start, start + BATCH)));
    }
  }

  return {
    async saveOrganisation({ id, displayName, initialDomainName, defaultDomainName }) {
      await database.write(SAVE_ORGANISATION, id, displayName, initialDomainName, defaultDomainName);
    },
    async saveUsers(tenantId, users) {
      assertUsers(users);
      try {
        await saveAll(SAVE_USERS, tenantId, users.map(toUserRow));
      } catch (error) {
        if (!(error instanceof TakenError)) throw error;
        throw new CharterError(
          'Conflict',
          say('suite.sharedUserName', 'Two users of the directory would share a user principal name.'),
          {
            cause: error,
          },
        );
      }
    },
    async addUser(tenantId, user) {
      assertUsers([user]);
      const added = await database.write(ADD_USER, tenantId, JSON.stringify([toUserRow(user)]));
      return added.length === 1;
    },
    /** The id of a missing group follows from its name, so that concurrent calls create one group. */
    setGroups: (tenantId, memberships) =>
      saveAll(
        SET_GROUPS,
        tenantId,
        memberships.map(({ userId, groups }) => ({
          userId,
          groups: groups.map((name) => ({ id: groupIdOf(name), name })),
        })),
      ),
    saveGroups: (tenantId, groups) => saveAll(SAVE_GROUPS, tenantId, groups),
  };
}
