/**
 * Lists, searches and counts teams through the index of teams (`directory.team_index`), whatever their number. Lists
 * their members, and reads their latest activity.
 *
 * Each list of teams is planned for its values: PostgreSQL then reads the index of the rarest value, or scans in order
 * and stops after a page. A search finds teams by substrings of words: team_words has the suffixes of each word.
 */
import { type MemberRow, memberOf } from '../../domain/teams/membership-id.ts';
import type {
  ListedTeam,
  TeamFilterClause,
  TeamPage,
  TeamQuery,
  TeamSelection,
} from '../../domain/teams/model.ts';
import type { SuiteActivity, TeamActivity, TeamLists } from '../../domain/teams/suite.ts';
import { assertComparable } from '../../domain/teams/suite-rules.ts';
import { boolean, columns, dateTime, number, text, texts } from '../../kernel/columns.ts';
import { toPage } from '../../kernel/page.ts';
import { COMPARISON, type Sql, type Statements, sql } from '../../kernel/sql.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';
import { allConditions, beginsWith, contains, hasWord, KEY_LENGTH, rarestFirst, toWords } from './search.ts';

const FILTERS: Readonly<Record<TeamFilterClause['field'], string>> = {
  isArchived: 'is_archived',
  visibility: 'visibility',
  sensitivityLabelId: 'sensitivity_label_id',
  ownerCount: 'owner_count',
  memberCount: 'member_count',
  lastActivityDateTime: 'last_activity_at',
};

const LISTED = columns<ListedTeam & { activityPosition: string }>({
  id: text('t.team_id'),
  createdDateTime: dateTime('t.created_at'),
  displayName: text('t.display_name'),
  description: text('t.description'),
  visibility: text('t.visibility'),
  webUrl: text('t.web_url'),
  isArchived: boolean('t.is_archived'),
  sensitivityLabelId: text('t.sensitivity_label_id'),
  ownerCount: number('page.owner_count'),
  memberCount: number('page.member_count'),
  lastActivityDateTime: dateTime('page.last_activity_at'),
  role: text('page.role'),
  activityPosition: text(
    sql`to_char(page.last_activity_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  ),
});

/** Sort key of a member: role, then name. */
const MEMBER_KEY = sql`
  ((case m.role when 'owner' then '0' when 'member' then '1' else '2' end) || u.display_name_key)`;

const MEMBER = columns<MemberRow & { position: string }>({
  userId: text('u.user_id'),
  displayName: text('u.display_name'),
  email: text('u.mail'),
  role: text('m.role'),
  position: text(MEMBER_KEY),
});

const ACTIVITY = columns<TeamActivity>({
  teamId: text('t.team_id'),
  displayName: text('t.display_name'),
  isArchived: boolean('t.is_archived'),
  createdDateTime: dateTime('t.created_at'),
  // `greatest` ignores null: rows without a known change have no times.
  lastActivityDateTime: dateTime(sql`
    greatest(t.created_at, t.changed_at,
      (select max(m.added_at) from directory.team_members m
        where m.tenant_id = t.tenant_id and m.team_id = t.team_id))`),
  ownerIds: texts(sql`
    array(select m.user_id
            from directory.team_members m
            join directory.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
           where m.tenant_id = t.tenant_id and m.team_id = t.team_id and m.role = 'owner' and u.account_enabled
           order by m.user_id)`),
});

/** @throws InvalidRequest at `$filter` */
function checkOf(clause: TeamFilterClause): Sql {
  assertComparable(clause);
  const { field, operator, value } = clause;
  const column = sql.ref(`i.${FILTERS[field]}`);
  if (value === null) return sql`${column} is null`;
  if (typeof value === 'boolean') return value ? column : sql`not ${column}`;
  return sql`${column} ${COMPARISON[operator]} ${value}`;
}

/**
 * Returns the FROM and WHERE clauses of a selection from `team_index i`.
 * @param further another condition on `i`
 */
function fromWhere(
  tenant: Sql,
  { memberId, search, alsoFound = [], filter = [], only, except }: TeamSelection,
  further: Sql | undefined,
): Sql {
  const [rarest, ...others] = rarestFirst(search).map((word) => sql.val(word));
  const named = [
    rarest
      ? sql`i.team_id in (
          select w.team_id from directory.team_words w
           where w.tenant_id = ${tenant} and ${beginsWith(sql`w.word`, rarest)})`
      : [],
    ...others.map((word) => contains(sql`i.name_key`, word)),
  ].flat();
  const conditions = [
    sql`i.tenant_id = ${tenant}`,
    ...filter.map(checkOf),
    ...(named.length > 0 && alsoFound.length > 0
      ? [sql`(i.team_id = any (${alsoFound}::text[]) or (${allConditions(named)}))`]
      : named),
    only ? sql`i.team_id = any (${only}::text[])` : [],
    except ? sql`i.team_id <> all (${except}::text[])` : [],
    further ?? [],
  ].flat();
  const membership = sql`
    join directory.team_members m on m.tenant_id = ${tenant} and m.user_id = ${memberId} and m.team_id = i.team_id`;
  return sql`
    from directory.team_index i ${memberId === undefined ? sql`` : membership} where ${allConditions(conditions)}`;
}

/** The people in a team whose names match the words, or all if there are no words. */
const peopleIn = (tenant: Sql, teamId: string, search: string | undefined): Sql => {
  const words = sql.val(search === undefined ? null : toWords(search));
  return sql`
    from directory.team_members m
    join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
   where m.tenant_id = ${tenant} and m.team_id = ${teamId}
     and (${words}::text[] is null or not exists (
       select from unnest(${words}::text[]) word where not ${hasWord(sql`word`)}))`;
};

/** Lists a page of the teams. @param further another condition on `team_index i` */
export async function pageOfTeams(
  { tenant, all }: Pick<Statements, 'tenant' | 'all'>,
  { order, top, after, ...selection }: TeamQuery,
  further?: Sql,
): Promise<TeamPage> {
  const isByName = order.startsWith('displayName');
  const isRising = order.endsWith('asc');
  const key = isByName ? sql`name_key` : sql`last_activity_at`;
  const sorted = isRising ? sql`asc` : sql`desc`;
  const [position, id] = after ?? [];
  const start = isByName
    ? sql`left(lower(${position}), ${sql.lit(KEY_LENGTH)})`
    : sql`${position}::timestamptz`;
  const isAfter = sql`and (i.${key}, i.team_id) ${isRising ? COMPARISON.gt : COMPARISON.lt} (${start}, ${id})`;
  // One row more than the page shows whether another page follows.
  const rows = await all(LISTED)`${sql.raw(PLANNED_EACH_TIME)}
    select ${LISTED}
      from (select i.team_id, i.name_key, i.owner_count, i.member_count, i.last_activity_at,
                   ${selection.memberId === undefined ? sql`null` : sql`m.role`} as role
            ${fromWhere(tenant, selection, further)} ${after ? isAfter : sql``}
             order by i.${key} ${sorted}, i.team_id ${sorted}
             limit ${top + 1}) page
      join lateral (
        select * from directory.teams t where t.tenant_id = ${tenant} and t.team_id = page.team_id limit 1) t on true
     order by page.${key} ${sorted}, page.team_id ${sorted}`;
  const { items, next } = toPage(
    rows,
    top,
    ({ displayName, activityPosition, id }) => [isByName ? displayName : activityPosition, id] as const,
  );
  const teams = items.map(({ activityPosition: _, ...team }) => team);
  return next === undefined ? { teams } : { teams, next };
}

/** Counts the teams. @param further another condition on `team_index i` */
export async function countTeams(
  { tenant, first }: Pick<Statements, 'tenant' | 'first'>,
  selection: TeamSelection,
  further?: Sql,
): Promise<number> {
  const count = await first(number())`${sql.raw(PLANNED_EACH_TIME)}
    select count(*)::int ${fromWhere(tenant, selection, further)}`;
  return count ?? 0;
}

export const storedTeams = (database: SuiteDatabase): TeamLists => ({
  list: (tenantId, query) => pageOfTeams(database.in(tenantId), query),

  count: (tenantId, selection) => countTeams(database.in(tenantId), selection),

  async listMemberPage(tenantId, teamId, { search, top, after: [position, id] = ['', ''] }) {
    const { tenant, all } = database.in(tenantId);
    const rows = await all(MEMBER)`
      select ${MEMBER} ${peopleIn(tenant, teamId, search)}
         and (${MEMBER_KEY} collate "C", u.user_id) > (${position}, ${id})
       order by ${MEMBER_KEY} collate "C", u.user_id
       limit ${top + 1}`;
    const page = toPage(rows, top, ({ position, userId }) => [position, userId] as const);
    const members = page.items.map((row) => memberOf(teamId, row));
    return page.next === undefined ? { members } : { members, next: page.next };
  },

  async countMembers(tenantId, teamId, { search }) {
    const { tenant, first } = database.in(tenantId);
    return (await first(number())`select count(*)::int ${peopleIn(tenant, teamId, search)}`) ?? 0;
  },
});

/** The latest activity in a team, by its own times and those of its members. */
export const storedActivity = (database: SuiteDatabase): SuiteActivity => ({
  async of(tenantId, teamIds) {
    if (teamIds.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    return all(ACTIVITY)`
      select ${ACTIVITY} from directory.teams t
       where t.tenant_id = ${tenant} and t.team_id = any (${teamIds}::text[])`;
  },
});
