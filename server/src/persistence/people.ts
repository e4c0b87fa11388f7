/** Reads and writes people of the stored directory, in the transaction of the events and audit records about them. */
import { hash } from 'node:crypto';
import {
  EXTENSION_FIELDS,
  extensionOf,
  PERSON_FIELDS,
  type PersonFilter,
} from '../domain/directory/filter.ts';
import { USER_FIELDS } from '../domain/directory/model.ts';
import type { PersonStore, PersonValues, StoredPerson } from '../domain/identity/ports.ts';
import { boolean, columnsOf, json, number, text, time, toSnakeCase } from '../kernel/columns.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import {
  assigned,
  type Database,
  inserted,
  isUniqueViolation,
  type Sql,
  sql,
  statements,
  table,
} from '../kernel/sql.ts';
import { PLANNED_EACH_TIME } from '../kernel/tenant-databases.ts';
import { type FilterColumn, filterCondition, whereFilter } from './directory/filter.ts';
import { setGroups } from './directory/memberships.ts';
import { KEYED_FIELDS } from './directory/people-query.ts';

/** Notifies every node of a person who has gained or lost access: `[tenant id, person id]` in JSON. */
export const PEOPLE_CHANNEL = 'charter_people';

type Row = Omit<StoredPerson, 'version'>;

const VALUES = [
  ...USER_FIELDS,
  'externalId',
  'extensions',
  'managerId',
] as const satisfies (keyof PersonValues)[];
const columnOf = (name: keyof PersonValues): string => (name === 'id' ? 'user_id' : toSnakeCase(name));

const PERSON = columnsOf<Row>(
  [...VALUES, 'createdAt', 'changedAt'],
  { id: text('user_id'), extensions: json(), createdAt: time(), changedAt: time() },
  'u',
);

/** Derives the version from the values, so that a change of any value changes the version. */
const toPerson = (row: Row): StoredPerson => ({
  ...row,
  version: hash('sha256', JSON.stringify(VALUES.map((name) => row[name])), 'base64url').slice(0, 22),
});

function sourceOf(field: string, kind: string): Sql {
  const extension = EXTENSION_FIELDS.find((name) => name === field);
  if (extension) return sql`lower(u.extensions ->> ${sql.lit(extensionOf(extension))})`;
  const column = `u.${field === 'id' ? 'user_id' : toSnakeCase(field)}`;
  if (kind !== 'text') return sql.ref(column);
  return KEYED_FIELDS.some((name) => name === field)
    ? sql.ref(`${column}_key`)
    : sql`lower(${sql.ref(column)}) collate "C"`;
}

const FILTERED = Object.fromEntries(
  Object.entries(PERSON_FIELDS).map(([field, kind]) => [field, { kind, sql: sourceOf(field, kind) }]),
) as { [Field in keyof typeof PERSON_FIELDS]: FilterColumn };

const matching = (filter: PersonFilter | undefined): Sql =>
  whereFilter(filter && filterCondition(filter, FILTERED));

const toRow = (values: Partial<PersonValues>): Record<string, unknown> =>
  Object.fromEntries(
    VALUES.filter((name) => values[name] !== undefined).map((name) => [columnOf(name), values[name]]),
  );

export function personStore(db: Database, tenantId: string): PersonStore {
  const run = statements(db, tenantId);
  const { tenant, all, first, write } = run;
  /** Notifies the nodes of the person. PostgreSQL delivers the notification when the transaction commits. */
  const notifyNodes = (userId: string) =>
    write`select pg_notify(${PEOPLE_CHANNEL}, ${JSON.stringify([tenantId, userId])})`;
  return {
    async find(userId, { lock = false } = {}) {
      const row = await first(PERSON)`
        select ${PERSON} from directory.users u where tenant_id = ${tenant} and user_id = ${userId}
        ${lock ? sql`for update` : sql``}`;
      return row && toPerson(row);
    },

    async lockAll(userIds) {
      const rows = await all(PERSON)`
        select ${PERSON} from directory.users u
         where tenant_id = ${tenant} and user_id = any (${userIds}::text[]) order by user_id for update`;
      return rows.map(toPerson);
    },

    async list({ filter, offset, top }) {
      const rows = await all(PERSON)`${sql.raw(PLANNED_EACH_TIME)}
        select ${PERSON} from directory.users u
         where u.tenant_id = ${tenant} ${matching(filter)}
         order by u.user_id limit ${top} offset ${offset}`;
      return rows.map(toPerson);
    },

    count: async (filter) =>
      (await first(number<number>())`${sql.raw(PLANNED_EACH_TIME)}
        select count(*)::integer from directory.users u where u.tenant_id = ${tenant} ${matching(filter)}`) ??
      0,

    async add(person) {
      const row = { tenant_id: tenant, ...toRow(person) };
      const added = await first(PERSON)`
        with restored as (
          delete from directory.deleted_users where tenant_id = ${tenant} and user_id = ${person.id})
        insert into directory.users as u ${inserted(row)} on conflict do nothing returning ${PERSON}`;
      return added && toPerson(added);
    },

    async change(userId, changes) {
      try {
        const changed = await first(PERSON)`
          update directory.users u set ${assigned({ ...toRow(changes), changed_at: sql`now()` })}
           where tenant_id = ${tenant} and user_id = ${userId} returning ${PERSON}`;
        if ('accountEnabled' in changes) await notifyNodes(userId);
        return changed && toPerson(changed);
      } catch (cause) {
        if (!isUniqueViolation(cause)) throw cause;
        throw new CharterError(
          'NameAlreadyExists',
          say(
            'identity.principalNameHeld',
            'Another person has this user principal name. Choose another one.',
          ),
          { cause },
        );
      }
    },

    async remove(userId) {
      await write`delete from directory.users where tenant_id = ${tenant} and user_id = ${userId}`;
      await write`delete from directory.group_members where tenant_id = ${tenant} and user_id = ${userId}`;
      await write`delete from directory.provider_groups where tenant_id = ${tenant} and user_id = ${userId}`;
      await write`
        insert into directory.deleted_users ${inserted({ tenant_id: tenant, user_id: userId })}
        on conflict (tenant_id, user_id) do update set deleted_at = now()`;
      await notifyNodes(userId);
    },

    setGroups: (memberships) => setGroups(run, memberships),

    async providerGroups(userId) {
      const isUnknown = await first(boolean())`
        select groups_unknown from directory.users where tenant_id = ${tenant} and user_id = ${userId}`;
      const names = await all(text<string>())`
        select group_name from directory.provider_groups
         where tenant_id = ${tenant} and user_id = ${userId} order by group_name`;
      return { names, isComplete: isUnknown !== true };
    },

    async setProviderGroups(userId, { names, isComplete }) {
      const rows = table(
        'g',
        names.map((name) => ({ name })),
        { name: 'text' },
      );
      await write`
        update directory.users set groups_unknown = ${!isComplete}
         where tenant_id = ${tenant} and user_id = ${userId}`;
      await write`
        delete from directory.provider_groups
         where tenant_id = ${tenant} and user_id = ${userId} and group_name not in (select name from ${rows})`;
      await write`
        insert into directory.provider_groups (tenant_id, user_id, group_name)
        select ${tenant}, ${userId}, name from ${rows} order by name
        on conflict do nothing`;
    },
  };
}
