/** Reads people, their groups and their managers, and the organisation. */

import type { User, UserProfile } from '../../domain/directory/model.ts';
import type { SuiteOrganisation, SuiteUsers } from '../../domain/directory/suite.ts';
import { toPage } from '../../kernel/page.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';
import { KEY_LENGTH, toCountStatement, toListStatement, USER_COLUMNS } from './people-query.ts';

/**
 * Prefers an id to a user principal name, and the latter to a mail address, which several users may share. Finds a mail
 * address through the index of words. Takes the references as JSON, because PostgreSQL would plan the
 * statement again for each length of an array.
 */
const RESOLVE = `
  with found as materialized (
    select r.place::int as place, coalesce(
             (select u.user_id from directory.users u
               where u.tenant_id = $1 and u.user_id = r.reference),
             (select u.user_id from directory.users u
               where u.tenant_id = $1 and u.user_principal_name_key = lower(r.reference)),
             (select w.user_id
                from directory.user_words w
                cross join lateral (
                  select from directory.users u
                   where u.tenant_id = $1 and u.user_id = w.user_id and u.mail_key = lower(r.reference)
                   limit 1) u
               where w.tenant_id = $1
                 and w.position >= lower(r.reference) || ' ' and w.position < lower(r.reference) || '!'
               order by w.position, w.user_id
               limit 1)
           ) as user_id
      from json_array_elements_text($2::json) with ordinality r(reference, place)
  )
  select found.place, ${USER_COLUMNS}
    from found
    cross join lateral (
      select * from directory.users u where u.tenant_id = $1 and u.user_id = found.user_id limit 1
    ) u`;

/** Returns at most `$3` users for each reference, from the first way that finds any. Finds mail addresses as RESOLVE does. */
const LOOKUP = `
  with found as materialized (
    select r.place::int as place, match.user_id, match.way, min(match.way) over (partition by r.place) as best
      from json_array_elements_text($2::json) with ordinality r(reference, place)
      cross join lateral (
        (select 1 as way, u.user_id from directory.users u
          where u.tenant_id = $1 and u.user_id = r.reference limit 1)
        union all
        (select 2, u.user_id from directory.users u
          where u.tenant_id = $1 and u.user_principal_name_key = lower(r.reference) limit 1)
        union all
        (select 3, w.user_id
           from directory.user_words w
           cross join lateral (
             select from directory.users u
              where u.tenant_id = $1 and u.user_id = w.user_id and u.mail_key = lower(r.reference)
              limit 1) u
          where w.tenant_id = $1
            and w.position >= lower(r.reference) || ' ' and w.position < lower(r.reference) || '!'
          order by w.position, w.user_id
          limit $3)
        union all
        (select 4, u.user_id from directory.users u
          where u.tenant_id = $1 and u.display_name_key = left(lower(r.reference), ${KEY_LENGTH})
          order by u.user_id
          limit $3)
      ) match
  )
  select found.place, ${USER_COLUMNS}
    from found
    cross join lateral (
      select * from directory.users u where u.tenant_id = $1 and u.user_id = found.user_id limit 1
    ) u
   where found.way = found.best
   order by found.place, u.display_name_key, u.user_id`;

/** Takes the ids as JSON, as RESOLVE does. `limit 1` makes the planner look up each user. */
const PROFILES = `
  select ${USER_COLUMNS}, u.extension_attributes as "onPremisesExtensionAttributes", u.extensions,
         coalesce((select array_agg(g.group_id order by g.group_id) || array_agg(g.display_name order by g.group_id)
                     from directory.group_members m
                     join directory.groups g on g.tenant_id = m.tenant_id and g.group_id = m.group_id
                    where m.tenant_id = $1 and m.user_id = u.user_id), '{}') as "directGroups"
    from json_array_elements_text($2::json) r(user_id)
    cross join lateral (
      select * from directory.users u where u.tenant_id = $1 and u.user_id = r.user_id limit 1
    ) u`;

const IS_OPEN = `
  select u.account_enabled as "isOpen" from directory.users u where u.tenant_id = $1 and u.user_id = $2`;

const GROUP_MEMBERS = `
  select ${USER_COLUMNS}
    from directory.group_members m
    join directory.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
   where m.tenant_id = $1 and m.group_id = $2
     and (u.display_name_key, u.user_id) > (left(lower($4), ${KEY_LENGTH}), $5)
   order by u.display_name_key, u.user_id
   limit $3`;

/** `limit 1` makes the planner look up each manager instead of joining all users. */
const MANAGERS = `
  with recursive chain as (
    select u.manager_id as user_id, 1 as place, array[u.user_id, u.manager_id] as met
      from directory.users u
     where u.tenant_id = $1 and u.user_id = $2 and u.manager_id is not null
    union all
    select u.manager_id, chain.place + 1, chain.met || u.manager_id
      from chain
      cross join lateral (
        select manager_id from directory.users u
         where u.tenant_id = $1 and u.user_id = chain.user_id limit 1) u
     where chain.place < $3 and u.manager_id is not null and u.manager_id <> all (chain.met)
  )
  select ${USER_COLUMNS}
    from chain
    cross join lateral (
      select * from directory.users u where u.tenant_id = $1 and u.user_id = chain.user_id limit 1
    ) u
   order by chain.place`;

const readProfiles = (database: SuiteDatabase, tenantId: string, userIds: readonly string[]) =>
  database.read<UserProfile>(PROFILES, tenantId, JSON.stringify(userIds));

export const storedUsers = (database: SuiteDatabase): SuiteUsers => ({
  async presence(tenantId, userId) {
    const [row] = await database.read<{ isOpen: boolean }>(IS_OPEN, tenantId, userId).catch(() => []);
    if (row === undefined) return 'unknown';
    return row.isOpen ? 'present' : 'closed';
  },
  /** The stored directory knows no licences. */
  unlicensed: async () => [],
  async resolve(tenantId, references) {
    const users = new Array<User | undefined>(references.length).fill(undefined);
    if (references.length === 0) return users;
    const values = JSON.stringify(references);
    const rows = await database.read<User & { place: number }>(RESOLVE, tenantId, values);
    for (const { place, ...user } of rows) users[place - 1] = user;
    return users;
  },
  async lookup(tenantId, references, most) {
    const matches = references.map((): User[] => []);
    if (references.length === 0) return matches;
    const values = [JSON.stringify(references), most];
    const rows = await database.read<User & { place: number }>(LOOKUP, tenantId, ...values);
    for (const { place, ...user } of rows) matches[place - 1]?.push(user);
    return matches;
  },
  groupMembers: (tenantId, groupId, most, after = { displayName: '', id: '' }) =>
    database.read<User>(GROUP_MEMBERS, tenantId, groupId, most, after.displayName, after.id),
  managers: (tenantId, userId, most) => database.read<User>(MANAGERS, tenantId, userId, most),
  async profile(tenantId, userId) {
    const [profile] = await readProfiles(database, tenantId, [userId]);
    return profile;
  },
  async profiles(tenantId, userIds) {
    if (userIds.length === 0) return [];
    const found = await readProfiles(database, tenantId, [...new Set(userIds)]);
    const byId = new Map(found.map((profile) => [profile.id, profile]));
    return userIds.map((id) => byId.get(id));
  },
  async list(tenantId, query) {
    const { text, values } = toListStatement(query);
    const rows = await database.read<User & { position: string }>(text, tenantId, ...values);
    const { items, next } = toPage(rows, query.top, ({ position, id }) => [position, id] as const);
    const users = items.map(({ position: _, ...user }) => user);
    return next === undefined ? { users } : { users, next };
  },
  async count(tenantId, query) {
    const { text, values } = toCountStatement(query);
    const [row] = await database.read<{ count: number }>(text, tenantId, ...values);
    return row!.count;
  },
});

const FIND_ORGANISATION = `
  select tenant_id as id, display_name as "displayName", initial_domain_name as "initialDomainName",
         default_domain_name as "defaultDomainName"
    from directory.organisations
   where tenant_id = $1`;

export async function findOrganisation(
  database: SuiteDatabase,
  tenantId: string,
): Promise<SuiteOrganisation | undefined> {
  const [organisation] = await database.read<SuiteOrganisation>(FIND_ORGANISATION, tenantId);
  return organisation;
}
