/**
 * Lists, searches and counts teams through the index of teams (`directory.team_index`), whatever their number. Lists
 * their members, and reads their latest activity.
 *
 * Each list of teams is planned for its values: PostgreSQL then reads the index of the rarest value, or scans in order
 * and stops after a page. A search finds teams by substrings of words: team_words has the suffixes of each word.
 */
import { type MemberRow, memberOf } from '../../domain/teams/membership-id.ts';
import type { ListedTeam, Listing, TeamFilterClause, TeamSelection } from '../../domain/teams/model.ts';
import type { SuiteActivity, TeamActivity, TeamLists } from '../../domain/teams/suite.ts';
import { assertComparable } from '../../domain/teams/suite-rules.ts';
import { boolean, columns, dateTime, number, text, texts } from '../../kernel/columns.ts';
import { toPage } from '../../kernel/page.ts';
import { COMPARISON, type Sql, sql } from '../../kernel/sql.ts';
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

/** Teams that are read for one beginning of a word. A word that more teams have says little about them. */
const MOST_WITH_WORD = 500;

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

/** Whether the directory of teams lists a team of `team_index i`. */
function isListed(tenant: Sql, { rules, alsoOf }: Listing): Sql {
  const verdictOf = ({ visibilities, exceptLabelIds }: Listing['rules'][number]): Sql => sql`
    (i.visibility = any (${visibilities}::text[])
      and coalesce(i.sensitivity_label_id <> all (${exceptLabelIds}::text[]), true))`;
  const narrow = rules.flatMap(({ teamIds, ...rule }) =>
    teamIds ? [sql`when i.team_id = any (${teamIds}::text[]) then ${verdictOf(rule)}`] : [],
  );
  const rest = rules.find(({ teamIds }) => teamIds === undefined);
  const otherwise = rest === undefined ? sql`false` : verdictOf(rest);
  const verdict =
    narrow.length === 0 ? otherwise : sql`(case ${sql.join(narrow, sql` `)} else ${otherwise} end)`;
  const isOwn = sql`exists (
    select from directory.team_members own
     where own.tenant_id = ${tenant} and own.user_id = ${alsoOf} and own.team_id = i.team_id)`;
  return sql`not i.is_archived and (${verdict} ${alsoOf === undefined ? sql`` : sql`or ${isOwn}`})`;
}

/** Returns the tables and conditions of a selection, from `team_index i`. */
function fromWhere(
  tenant: Sql,
  { memberId, search, alsoFound = [], filter = [], only, except, listing }: TeamSelection,
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
    listing ? isListed(tenant, listing) : [],
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

export const storedTeams = (database: SuiteDatabase): TeamLists => ({
  async list(tenantId, { order, top, after, ...selection }) {
    const { tenant, all } = database.in(tenantId);
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
              ${fromWhere(tenant, selection)} ${after ? isAfter : sql``}
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
  },

  async count(tenantId, selection) {
    const { tenant, first } = database.in(tenantId);
    const count = await first(number())`${sql.raw(PLANNED_EACH_TIME)}
      select count(*)::int ${fromWhere(tenant, selection)}`;
    return count ?? 0;
  },

  async withWords(tenantId, { beginnings, listing, most }) {
    if (beginnings.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    return all(text<string>())`${sql.raw(PLANNED_EACH_TIME)}
      with hit as (
        select beginning.place, found.team_id
          from unnest(${beginnings}::text[]) with ordinality beginning (text, place)
          cross join lateral (
            select distinct i.team_id
              from (
                select w.team_id from directory.team_words w
                 where w.tenant_id = ${tenant} and ${beginsWith(sql`w.word`, sql`beginning.text`)}) w
              join directory.team_index i on i.tenant_id = ${tenant} and i.team_id = w.team_id
             where ${isListed(tenant, listing)}
             limit ${sql.lit(MOST_WITH_WORD)}) found
      ),
      weighed as (select team_id, 1.0 / count(*) over (partition by place) as weight from hit)
      select team_id from weighed group by team_id order by sum(weight) desc, team_id limit ${most}`;
  },

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
