/** Writes the groups of people. */
import { hash } from 'node:crypto';
import type { Membership } from '../../domain/directory/ports.ts';
import { text } from '../../kernel/columns.ts';
import { idFromDigest } from '../../kernel/ids.ts';
import { type Statements, table } from '../../kernel/sql.ts';

const groupIdOf = (name: string): string => idFromDigest(hash('sha256', name.toLowerCase()));

/**
 * Sets the groups of each person, and creates missing groups. The id of a missing group is derived from its name, so
 * that concurrent calls create one group.
 * @returns the ids of the people whose groups changed
 */
export function setGroups(
  { tenant, all }: Statements,
  memberships: readonly Membership[],
): Promise<string[]> {
  const items = memberships.map(({ userId, groups }) => ({
    userId,
    groups: groups.map((name) => ({ id: groupIdOf(name), name })),
  }));
  return all(text<string>())`
    with item as materialized (
      select "userId" as user_id, g.id, g.name
        from ${table('i', items, { userId: 'text', groups: 'json' })}
        left join lateral json_to_recordset(i.groups) as g(id text, name text) on true
    ),
    known as materialized (
      select distinct on (lower(display_name)) group_id, lower(display_name) as key
        from directory.groups
       where tenant_id = ${tenant} and lower(display_name) in (select lower(name) from item)
       order by lower(display_name), group_id
    ),
    wanted as materialized (
      select item.user_id, coalesce(known.group_id, item.id) as group_id, item.name,
             known.group_id is null as is_new
        from item left join known on known.key = lower(item.name)
       where item.name is not null
    ),
    created as (
      insert into directory.groups (tenant_id, group_id, display_name)
      select distinct on (group_id) ${tenant}, group_id, name from wanted where is_new order by group_id
      on conflict do nothing
    ),
    gone as (
      delete from directory.group_members m
       where m.tenant_id = ${tenant} and m.user_id in (select user_id from item)
         and not exists (select from wanted w where w.user_id = m.user_id and w.group_id = m.group_id)
      returning m.user_id
    ),
    joined as (
      insert into directory.group_members (tenant_id, user_id, group_id)
      select distinct ${tenant}, user_id, group_id from wanted order by user_id, group_id
      on conflict do nothing
      returning user_id
    )
    select user_id from gone union select user_id from joined`;
}
