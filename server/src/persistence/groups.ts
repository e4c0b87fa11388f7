/** Reads and writes groups of the stored directory, in the transaction of the audit records about them. */
import { GROUP_FIELDS, type GroupFilter } from '../domain/directory/filter.ts';
import type { GroupMember, StoredGroup } from '../domain/scim/model.ts';
import type { GroupStore } from '../domain/scim/ports.ts';
import { boolean, columns, number, text, time, toSnakeCase } from '../kernel/columns.ts';
import { assigned, type Database, inserted, type Sql, sql, statements } from '../kernel/sql.ts';
import { PLANNED_EACH_TIME } from '../kernel/tenant-databases.ts';
import { type FilterColumn, filterCondition, whereFilter } from './directory/filter.ts';
import { KEY_LENGTH } from './directory/search.ts';

const UNVERSIONED = columns<Omit<StoredGroup, 'version'>>(
  { id: text('group_id'), displayName: text(), externalId: text(), createdAt: time(), changedAt: time() },
  'g',
);

/** Derives the version from the values and the members, so that a change of any of these changes the version. */
const GROUP = columns<StoredGroup>({
  ...UNVERSIONED.members,
  version: text(sql`
    left(encode(sha256(convert_to(concat_ws(chr(10), g.display_name, coalesce(g.external_id, ''), (
      select string_agg(m.user_id, chr(10) order by m.user_id) from directory.group_members m
       where m.tenant_id = g.tenant_id and m.group_id = g.group_id)), 'UTF8')), 'hex'), 32)`),
});

const MEMBER = columns<GroupMember>({
  groupId: text('m.group_id'),
  id: text('u.user_id'),
  displayName: text('u.display_name'),
});

const FILTERED = Object.fromEntries(
  Object.entries(GROUP_FIELDS).map(([field, kind]) => {
    const column =
      field === 'id' ? 'group_id' : field === 'displayName' ? 'display_name_key' : toSnakeCase(field);
    return [field, { kind, sql: sql.ref(`g.${column}`) }];
  }),
) as { [Field in keyof typeof GROUP_FIELDS]: FilterColumn };

export function groupStore(db: Database, tenantId: string): GroupStore {
  const { tenant, all, first, exists, write, lock } = statements(db, tenantId);

  const hasMember = (id: Sql): Sql => sql`exists (
    select from directory.group_members m
     where m.tenant_id = g.tenant_id and m.group_id = g.group_id and m.user_id = ${id})`;
  const matching = (filter: GroupFilter | undefined): Sql =>
    whereFilter(filter && filterCondition(filter, FILTERED, hasMember));
  const touched = (groupId: string, values: Record<string, unknown>) => write`
    update directory.groups set ${assigned({ ...values, changed_at: sql`now()` })}
     where tenant_id = ${tenant} and group_id = ${groupId}`;

  return {
    find: (groupId) =>
      first(
        GROUP,
      )`select ${GROUP} from directory.groups g where g.tenant_id = ${tenant} and g.group_id = ${groupId}`,

    lock: (groupId) => first(UNVERSIONED)`
      select ${UNVERSIONED} from directory.groups g
       where g.tenant_id = ${tenant} and g.group_id = ${groupId} for update`,

    list: ({ filter, offset, top }) => all(GROUP)`${sql.raw(PLANNED_EACH_TIME)}
      select ${GROUP} from directory.groups g
       where g.tenant_id = ${tenant} ${matching(filter)}
       order by g.group_id limit ${top} offset ${offset}`,

    count: async (filter) =>
      (await first(number<number>())`${sql.raw(PLANNED_EACH_TIME)}
        select count(*)::integer from directory.groups g where g.tenant_id = ${tenant} ${matching(filter)}`) ??
      0,

    members: (groupIds) => all(MEMBER)`
      select ${MEMBER}
        from directory.group_members m
        join directory.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
       where m.tenant_id = ${tenant} and u.tenant_id = ${tenant} and m.group_id = any (${groupIds}::text[])
       order by m.group_id, m.user_id`,

    async claimName(displayName, groupId) {
      await lock('directory.group-name', displayName.toLowerCase());
      return !(await exists`
        select from directory.groups
         where tenant_id = ${tenant} and group_id <> ${groupId}
           and display_name_key = left(lower(${displayName}), ${sql.lit(KEY_LENGTH)})`);
    },

    async add({ id, displayName, externalId }) {
      const row = { tenant_id: tenant, group_id: id, display_name: displayName, external_id: externalId };
      return (await write`insert into directory.groups ${inserted(row)} on conflict do nothing`) === 1;
    },

    async change(groupId, { displayName, externalId }) {
      await touched(groupId, {
        ...(displayName !== undefined && { display_name: displayName }),
        ...(externalId !== undefined && { external_id: externalId }),
      });
    },

    async changeMembers(groupId, { replaces, added, removed }) {
      const left = await all(text<string>())`
        delete from directory.group_members
         where tenant_id = ${tenant} and group_id = ${groupId}
           and ${replaces ? sql`user_id <> all (${added}::text[])` : sql`user_id = any (${removed}::text[])`}
        returning user_id`;
      // Locks in the order of the ids, so that concurrent writers wait instead of deadlocking.
      const members = await all(JOINED)`
        with member as materialized (
          select user_id from directory.users
           where tenant_id = ${tenant} and user_id = any (${added}::text[])
           order by user_id for key share),
        joined as (
          insert into directory.group_members (tenant_id, user_id, group_id)
          select ${tenant}, user_id, ${groupId} from member order by user_id
          on conflict do nothing
          returning user_id)
        select ${JOINED} from member m left join joined j on j.user_id = m.user_id`;
      const known = new Set(members.map(({ id }) => id));
      return {
        left,
        joined: members.filter(({ isNew }) => isNew).map(({ id }) => id),
        unknown: added.filter((id) => !known.has(id)),
      };
    },

    async remove(groupId) {
      await write`delete from directory.group_members where tenant_id = ${tenant} and group_id = ${groupId}`;
      await write`delete from directory.groups where tenant_id = ${tenant} and group_id = ${groupId}`;
    },
  };
}

const JOINED = columns<{ id: string; isNew: boolean }>({
  id: text('m.user_id'),
  isNew: boolean(sql`j.user_id is not null`),
});
