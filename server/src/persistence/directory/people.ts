/** Reads people, their groups and their managers, and the organisation. */
import type { Group, User, UserProfile } from '../../domain/directory/model.ts';
import type { Presence, SuiteGroups, SuiteOrganisation, SuiteUsers } from '../../domain/directory/suite.ts';
import { boolean, columns, json, number, text, texts, time } from '../../kernel/columns.ts';
import { toPage } from '../../kernel/page.ts';
import { type Sql, sql } from '../../kernel/sql.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';
import { countUsers, listUsers, USER } from './people-query.ts';
import { beginsWith, KEY_LENGTH, toWords } from './search.ts';

/** A user with the position of the reference that matched. */
const PLACED = columns<User & { place: number }>({ ...USER.members, place: number('found.place') });

const PROFILE = columns<UserProfile>({
  ...USER.members,
  onPremisesExtensionAttributes: json('u.extension_attributes'),
  extensions: json('u.extensions'),
  directGroups: texts(sql`
    coalesce((select array_agg(g.group_id order by g.group_id) || array_agg(g.display_name order by g.group_id)
                from directory.group_members m
                join directory.groups g on g.tenant_id = m.tenant_id and g.group_id = m.group_id
               where m.tenant_id = u.tenant_id and m.user_id = u.user_id), '{}')
    || array(select p.group_name from directory.provider_groups p
              where p.tenant_id = u.tenant_id and p.user_id = u.user_id order by p.group_name)`),
  groupsUnknown: boolean('u.groups_unknown'),
});

const SIGN_IN = columns({ userId: text<string>('u.user_id'), at: time<Date>('u.last_sign_in_at') });

const GROUP = columns<Group>({ id: text('group_id'), displayName: text() }, 'g');

const ORGANISATION = columns<SuiteOrganisation>({
  id: text('tenant_id'),
  displayName: text(),
  initialDomainName: text(),
  defaultDomainName: text(),
});

/**
 * Returns the texts as rows with their positions. Sends them as JSON, because PostgreSQL would plan a statement again
 * for each length of an array.
 */
const listed = (alias: Sql, values: readonly string[]): Sql =>
  sql`json_array_elements_text(${JSON.stringify(values)}::json) with ordinality ${alias}`;

/** Looks up one row of `users u` for each preceding row. `limit 1` keeps the planner from joining all users. */
const userOf = (tenant: Sql, userId: Sql): Sql => sql`
  cross join lateral (
    select * from directory.users u where u.tenant_id = ${tenant} and u.user_id = ${userId} limit 1) u`;

/** Selects the ids of the users with the mail address `r.reference`, through the index of words. */
export const userIdsByMail = (tenant: Sql, limit: Sql): Sql => sql`
  select w.user_id
    from directory.user_words w
    cross join lateral (
      select from directory.users u
       where u.tenant_id = ${tenant} and u.user_id = w.user_id and u.mail_key = lower(r.reference)
       limit 1) u
   where w.tenant_id = ${tenant}
     and w.position >= lower(r.reference) || ' ' and w.position < lower(r.reference) || '!'
   order by w.position, w.user_id
   limit ${limit}`;

const inOrder = <Item extends { id: string }>(ids: readonly string[], items: readonly Item[]) => {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.map((id) => byId.get(id));
};

export function storedUsers(database: SuiteDatabase): SuiteUsers {
  async function profiles(tenantId: string, userIds: readonly string[]) {
    if (userIds.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    const found = await all(PROFILE)`
      select ${PROFILE}
        from ${listed(sql`r(user_id)`, [...new Set(userIds)])} ${userOf(tenant, sql`r.user_id`)}`;
    return inOrder(userIds, found);
  }

  return {
    async presence(tenantId, userId) {
      const { tenant, first } = database.in(tenantId);
      const presence = await first(text<Presence>())`
        select case when account_enabled then 'present' else 'closed' end
          from directory.users where tenant_id = ${tenant} and user_id = ${userId}
        union all
        select 'deleted' from directory.deleted_users where tenant_id = ${tenant} and user_id = ${userId}`.catch(
        () => undefined,
      );
      return presence ?? 'unknown';
    },

    /** The stored directory has no licences. */
    unlicensed: async () => [],

    async lastSignIns(tenantId, userIds) {
      if (userIds.length === 0) return new Map();
      const { tenant, all } = database.in(tenantId);
      const found = await all(SIGN_IN)`
        select ${SIGN_IN} from directory.users u
         where u.tenant_id = ${tenant} and u.user_id = any (${userIds}::text[]) and u.last_sign_in_at is not null`;
      return new Map(found.map(({ userId, at }) => [userId, at]));
    },

    /** Prefers an id to a user principal name, and the latter to a mail address, which several users may share. */
    async resolve(tenantId, references) {
      const users = new Array<User | undefined>(references.length).fill(undefined);
      if (references.length === 0) return users;
      const { tenant, all } = database.in(tenantId);
      const rows = await all(PLACED)`
        with found as materialized (
          select r.place::int as place, coalesce(
                   (select u.user_id from directory.users u
                     where u.tenant_id = ${tenant} and u.user_id = r.reference),
                   (select u.user_id from directory.users u
                     where u.tenant_id = ${tenant} and u.user_principal_name_key = lower(r.reference)),
                   (${userIdsByMail(tenant, sql`1`)})) as user_id
            from ${listed(sql`r(reference, place)`, references)}
        )
        select ${PLACED} from found ${userOf(tenant, sql`found.user_id`)}`;
      for (const { place, ...user } of rows) users[place - 1] = user;
      return users;
    },

    /** Returns at most `limit` users for each reference, from the first kind of match that finds any. */
    async lookup(tenantId, references, limit) {
      const matches = references.map((): User[] => []);
      if (references.length === 0) return matches;
      const { tenant, all } = database.in(tenantId);
      const most = sql.val(limit);
      const rows = await all(PLACED)`
        with found as materialized (
          select r.place::int as place, match.user_id, match.way, min(match.way) over (partition by r.place) as best
            from ${listed(sql`r(reference, place)`, references)}
            cross join lateral (
              (select 1 as way, u.user_id from directory.users u
                where u.tenant_id = ${tenant} and u.user_id = r.reference limit 1)
              union all
              (select 2, u.user_id from directory.users u
                where u.tenant_id = ${tenant} and u.user_principal_name_key = lower(r.reference) limit 1)
              union all
              select 3, by_mail.user_id from (${userIdsByMail(tenant, most)}) by_mail
              union all
              (select 4, u.user_id from directory.users u
                where u.tenant_id = ${tenant}
                  and u.display_name_key = left(lower(r.reference), ${sql.lit(KEY_LENGTH)})
                order by u.user_id
                limit ${most})
            ) match
        )
        select ${PLACED} from found ${userOf(tenant, sql`found.user_id`)}
         where found.way = found.best
         order by found.place, u.display_name_key, u.user_id`;
      for (const { place, ...user } of rows) matches[place - 1]?.push(user);
      return matches;
    },

    groupMembers(tenantId, groupId, limit, after = { displayName: '', id: '' }) {
      const { tenant, all } = database.in(tenantId);
      return all(USER)`
        select ${USER}
          from (
            select m.user_id from directory.group_members m
             where m.tenant_id = ${tenant} and m.group_id = ${groupId}
            union
            select p.user_id from directory.provider_groups p
             where p.tenant_id = ${tenant} and p.group_name = ${groupId}
            union
            select p.user_id from directory.groups g
              join directory.provider_groups p on p.tenant_id = g.tenant_id and p.group_name = g.display_name
             where g.tenant_id = ${tenant} and g.group_id = ${groupId}
          ) m
          ${userOf(tenant, sql`m.user_id`)}
         where true
           and (u.display_name_key, u.user_id)
             > (left(lower(${after.displayName}), ${sql.lit(KEY_LENGTH)}), ${after.id})
         order by u.display_name_key, u.user_id
         limit ${limit}`;
    },

    managers(tenantId, userId, limit) {
      const { tenant, all } = database.in(tenantId);
      return all(USER)`
        with recursive chain as (
          select u.manager_id as user_id, 1 as place, array[u.user_id, u.manager_id] as met
            from directory.users u
           where u.tenant_id = ${tenant} and u.user_id = ${userId} and u.manager_id is not null
          union all
          select u.manager_id, chain.place + 1, chain.met || u.manager_id
            from chain ${userOf(tenant, sql`chain.user_id`)}
           where chain.place < ${limit} and u.manager_id is not null and u.manager_id <> all (chain.met)
        )
        select ${USER} from chain ${userOf(tenant, sql`chain.user_id`)} order by chain.place`;
    },

    profile: async (tenantId, userId) => (await profiles(tenantId, [userId]))[0],
    profiles,

    async list(tenantId, query) {
      const rows = await listUsers(database.in(tenantId), query);
      const { items, next } = toPage(rows, query.top, ({ position, id }) => [position, id] as const);
      const users = items.map(({ position: _, ...user }) => user);
      return next === undefined ? { users } : { users, next };
    },
    count: async (tenantId, query) => (await countUsers(database.in(tenantId), query)) ?? 0,
  };
}

/** Lists and searches groups through the indexes of `directory.groups`. */
export const storedGroups = (database: SuiteDatabase): SuiteGroups => ({
  async list(tenantId, { search = '', top, after: [name, id] = ['', ''] }) {
    const { tenant, all } = database.in(tenantId);
    const checks = toWords(search).map(
      (word) => sql`
      and g.group_id in (
        select w.group_id from directory.group_words w
         where w.tenant_id = ${tenant} and ${beginsWith(sql`w.word`, sql.val(word))})`,
    );
    const rows = await all(GROUP)`${sql.raw(PLANNED_EACH_TIME)}
      select ${GROUP} from directory.groups g
       where g.tenant_id = ${tenant}
         and (g.display_name_key, g.group_id) > (left(lower(${name}), ${sql.lit(KEY_LENGTH)}), ${id})
         ${sql.join(checks, sql``)}
       order by g.display_name_key, g.group_id
       limit ${top + 1}`;
    const { items, next } = toPage(rows, top, ({ displayName, id }) => [displayName, id] as const);
    return next === undefined ? { groups: items } : { groups: items, next };
  },

  async find(tenantId, groupIds) {
    if (groupIds.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    const found = await all(GROUP)`
      select ${GROUP}
        from ${listed(sql`r(group_id)`, [...new Set(groupIds)])}
        cross join lateral (
          select * from directory.groups g where g.tenant_id = ${tenant} and g.group_id = r.group_id limit 1) g`;
    return inOrder(groupIds, found);
  },
});

export function findOrganisation(
  database: SuiteDatabase,
  tenantId: string,
): Promise<SuiteOrganisation | undefined> {
  const { tenant, first } = database.in(tenantId);
  return first(ORGANISATION)`
    select ${ORGANISATION} from directory.organisations where tenant_id = ${tenant}`;
}
