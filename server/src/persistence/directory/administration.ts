/**
 * Writes the organisation and its directory. Each call inserts or replaces rows by id, and keeps all others; addUser
 * only inserts, and saveSignIns only updates guests. The members of a saved group, and the groups of a person in
 * setGroups, are replaced as a whole.
 */
import { USER_FIELDS } from '../../domain/directory/model.ts';
import { MAX_NAME_LENGTH, type NewUser, type WritableOrganisation } from '../../domain/directory/ports.ts';
import { toSnakeCase } from '../../kernel/columns.ts';
import { CharterError, invalidRequest } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { inserted, replaced, type Sql, sql, table } from '../../kernel/sql.ts';
import { type SuiteDatabase, UniqueViolationError } from '../../kernel/suite-database.ts';
import { setGroups } from './memberships.ts';

type Written = keyof NewUser & string;
/** The fields of a user that are written, with their columns. */
const WRITTEN = new Map<Written, string>([
  ...USER_FIELDS.map((field): [Written, string] => [field, field === 'id' ? 'user_id' : toSnakeCase(field)]),
  ['onPremisesExtensionAttributes', 'extension_attributes'],
  ['extensions', 'extensions'],
  ['managerId', 'manager_id'],
]);
const USER_COLUMNS = [...WRITTEN.values()];
const USER_LIST = sql.join(USER_COLUMNS.map((column) => sql.ref(column)));

const insertUsers = (tenant: Sql, rows: readonly object[]): Sql => sql`
  insert into directory.users (tenant_id, ${USER_LIST})
  select ${tenant}, ${USER_LIST} from json_populate_recordset(null::directory.users, ${JSON.stringify(rows)}) u`;

/** Number of rows in one statement. It makes the cost of the round trip negligible. */
const BATCH = 5_000;

const DEFAULTS: Partial<NewUser> = {
  userType: 'Member',
  accountEnabled: true,
  onPremisesExtensionAttributes: {},
  extensions: {},
};

const toUserRow = (user: NewUser): object =>
  Object.fromEntries([...WRITTEN].map(([field, column]) => [column, user[field] ?? DEFAULTS[field]]));

const hasNameOfWrongLength = ({ id, displayName, userPrincipalName }: NewUser): boolean =>
  [id, displayName, userPrincipalName].some((name) => name === '' || name.length > MAX_NAME_LENGTH);

const isOwnManager = ({ id, managerId }: NewUser): boolean => id === managerId;

/** Returns the reason why a user is invalid; undefined for a valid one. */
function problemOf(user: NewUser): Message | undefined {
  if (hasNameOfWrongLength(user)) {
    return say(
      'suite.userNameLength',
      'Id, display name and user principal name have 1 to {most} characters.',
      { most: MAX_NAME_LENGTH },
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

export function createAdministration(database: SuiteDatabase): Omit<WritableOrganisation, 'saveLabels'> {
  async function inBatches<Row>(rows: readonly Row[], save: (batch: Row[]) => Promise<unknown>) {
    for (let start = 0; start < rows.length; start += BATCH) await save(rows.slice(start, start + BATCH));
  }

  return {
    async saveOrganisation({ id, displayName, initialDomainName, defaultDomainName }) {
      const { tenant, write } = database.in(id);
      const names = {
        display_name: displayName,
        initial_domain_name: initialDomainName,
        default_domain_name: defaultDomainName,
      };
      await write`
        insert into directory.organisations ${inserted({ tenant_id: tenant, ...names })}
        on conflict (tenant_id) do update set ${replaced(Object.keys(names))}`;
    },

    async saveUsers(tenantId, users) {
      assertUsers(users);
      const { tenant, write } = database.in(tenantId);
      try {
        await inBatches(
          users.map(toUserRow),
          (rows) => write`
            with restored as (
              delete from directory.deleted_users
               where tenant_id = ${tenant}
                 and user_id in (select user_id from json_to_recordset(${JSON.stringify(rows)}::json) as u(user_id text)))
            ${insertUsers(tenant, rows)} order by user_id
            on conflict (tenant_id, user_id) do update set ${replaced(USER_COLUMNS)}, changed_at = now()`,
        );
      } catch (cause) {
        if (!(cause instanceof UniqueViolationError)) throw cause;
        const message = say(
          'suite.sharedUserName',
          'Two users of the directory would share a user principal name.',
        );
        throw new CharterError('Conflict', message, { cause });
      }
    },

    async saveSignIns(tenantId, userIds, at) {
      const { tenant, write } = database.in(tenantId);
      const today = new Date(at);
      today.setUTCHours(0, 0, 0, 0);
      await write`
        update directory.users set last_sign_in_at = ${at}
         where tenant_id = ${tenant} and user_id = any (${userIds}::text[]) and user_type = 'Guest'
           and (last_sign_in_at is null or last_sign_in_at < ${today})`;
    },

    async addUser(tenantId, user) {
      assertUsers([user]);
      const { tenant, write } = database.in(tenantId);
      return (
        (await write`
          ${insertUsers(tenant, [toUserRow(user)])}
           where not exists (
             select from directory.deleted_users d where d.tenant_id = ${tenant} and d.user_id = u.user_id)
          on conflict do nothing`) === 1
      );
    },

    async setGroups(tenantId, memberships) {
      await inBatches(memberships, (batch) => setGroups(database.in(tenantId), batch));
    },

    saveGroups(tenantId, groups) {
      const { tenant, write } = database.in(tenantId);
      return inBatches(
        groups,
        (batch) => write`
          with item as materialized (
            select * from ${table('g', batch, { id: 'text', displayName: 'text', memberIds: 'text[]' })}
          ),
          member as materialized (
            select distinct id as group_id, user_id from item, unnest("memberIds") user_id
          ),
          saved as (
            insert into directory.groups (tenant_id, group_id, display_name)
            select ${tenant}, id, "displayName" from item order by id
            on conflict (tenant_id, group_id) do update set display_name = excluded.display_name
          ),
          gone as (
            delete from directory.group_members m
             where m.tenant_id = ${tenant} and m.group_id in (select id from item)
               and not exists (
                 select from member where member.group_id = m.group_id and member.user_id = m.user_id)
          )
          insert into directory.group_members (tenant_id, user_id, group_id)
          select ${tenant}, user_id, group_id from member order by user_id, group_id
          on conflict do nothing`,
      );
    },
  };
}
