/**
 * Lists and searches groups by the indexes of migration 0016. Each list is planned for its values, as the list of teams
 * is (team-lists.ts).
 */
import type { Group, GroupQuery } from '../../domain/directory/model.ts';
import type { SuiteGroups } from '../../domain/directory/suite.ts';
import { toPage } from '../../kernel/page.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';

/** Length of the key of a name (see the migration). */
const KEY_LENGTH = 256;

/** Takes the ids as JSON, because PostgreSQL would plan the statement again for each length of an array. */
const FIND = `
  select g.group_id as id, g.display_name as "displayName"
    from json_array_elements_text($2::json) r(group_id)
    cross join lateral (
      select * from directory.groups g where g.tenant_id = $1 and g.group_id = r.group_id limit 1) g`;

/** Reads one row more than a page, to find whether another follows. */
function toListStatement({ search = '', top, after = ['', ''] }: GroupQuery): {
  text: string;
  values: unknown[];
} {
  const words = search.split(/\s+/).filter(Boolean);
  const checks = words.map(
    (_, index) => `
     and g.group_id in (select w.group_id from directory.group_words w
                         where w.tenant_id = $1 and w.word >= lower($${index + 5})
                           and w.word < lower($${index + 5}) || chr(1114111))`,
  );
  const text = `${PLANNED_EACH_TIME}
  select g.group_id as id, g.display_name as "displayName"
    from directory.groups g
   where g.tenant_id = $1
     and (g.display_name_key, g.group_id) > (left(lower($2), ${KEY_LENGTH}), $3)${checks.join('')}
   order by g.display_name_key, g.group_id
   limit $4`;
  return { text, values: [...after, top + 1, ...words] };
}

export const storedGroups = (database: SuiteDatabase): SuiteGroups => ({
  async list(tenantId, query) {
    const { text, values } = toListStatement(query);
    const rows = await database.read<Group>(text, tenantId, ...values);
    const { items, next } = toPage(rows, query.top, ({ displayName, id }) => [displayName, id] as const);
    return next === undefined ? { groups: items } : { groups: items, next };
  },
  async find(tenantId, groupIds) {
    if (groupIds.length === 0) return [];
    const found = await database.read<Group>(FIND, tenantId, JSON.stringify([...new Set(groupIds)]));
    const byId = new Map(found.map((group) => [group.id, group]));
    return groupIds.map((id) => byId.get(id));
  },
});
