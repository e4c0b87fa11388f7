/**
 * Lists, searches and counts teams by the index of teams (migration 0013), whatever their number.
 *
 * Each statement is planned for its values: PostgreSQL then reads the index of the rarest value, or walks the order and
 * stops after a page. A search finds teams by the beginnings of words, as the search for people does (people-query.ts).
 */
import type { ListedTeam, TeamFilterClause, TeamQuery, TeamSelection } from '../../domain/teams/model.ts';
import type { TeamLists } from '../../domain/teams/suite.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { toPage } from '../../kernel/page.ts';
import { asDateTime, type SuiteDatabase } from '../../kernel/suite-database.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';

interface TeamStatement {
  text: string;
  /** The parameters from `$2`. */
  values: unknown[];
}

const COLUMNS: Readonly<Record<TeamFilterClause['field'], string>> = {
  isArchived: 'i.is_archived',
  visibility: 'i.visibility',
  sensitivityLabelId: 'i.sensitivity_label_id',
  ownerCount: 'i.owner_count',
  memberCount: 'i.member_count',
  lastActivityDateTime: 'i.last_activity_at',
};

const OPERATORS: Readonly<Record<TeamFilterClause['operator'], string>> = {
  eq: '=',
  ge: '>=',
  gt: '>',
  le: '<=',
  lt: '<',
};

/** Length of the key of a name (persistence/migrations/0010-embedded-suite.ts). */
const KEY_LENGTH = 256;

const ACTIVITY_POSITION = `to_char(i.last_activity_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Adds a parameter and returns its placeholder. */
type Bind = (value: unknown) => string;

const binding =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value) + 1}`;

/** Whether the field supports this operator and value. Only numbers and times have an order. */
function isComparable({ field, operator, value }: TeamFilterClause): boolean {
  if (!Object.hasOwn(COLUMNS, field) || !Object.hasOwn(OPERATORS, operator)) return false;
  switch (field) {
    case 'isArchived':
      return operator === 'eq' && typeof value === 'boolean';
    case 'visibility':
      return operator === 'eq' && typeof value === 'string';
    case 'sensitivityLabelId':
      return operator === 'eq' && (value === null || typeof value === 'string');
    case 'lastActivityDateTime':
      return value instanceof Date;
    default:
      return Number.isSafeInteger(value);
  }
}

/** @throws InvalidRequest at `$filter` */
function checkOf(clause: TeamFilterClause, bind: Bind): string {
  if (!isComparable(clause)) {
    throw invalidField(
      '$filter',
      say('suite.comparison', "'{field}' cannot be compared so.", { field: clause.field }),
      'NotSupported',
    );
  }
  const { field, operator, value } = clause;
  const column = COLUMNS[field];
  if (value === null) return `${column} is null`;
  if (typeof value === 'boolean') return value ? column : `not ${column}`;
  return `${column} ${OPERATORS[operator]} ${bind(value)}`;
}

/** Returns the words of a search, the longest first, because it probably matches the fewest teams. */
const toWords = (search: string | undefined): string[] =>
  [...new Set((search ?? '').split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

function searchChecks(search: string | undefined, bind: Bind): string[] {
  const [first, ...others] = toWords(search).map((word) => bind(word));
  if (first === undefined) return [];
  return [
    `i.team_id in (select w.team_id from directory.team_words w
                    where w.tenant_id = $1 and w.word >= lower(${first}) and w.word < lower(${first}) || chr(1114111))`,
    ...others.map((word) => `strpos(' ' || array_to_string(i.search_words, ' '), ' ' || lower(${word})) > 0`),
  ];
}

/** Returns the tables and conditions of a selection, from `team_index i`. */
function fromWhere({ memberId, search, filter = [], only, except }: TeamSelection, bind: Bind): string {
  const membership =
    memberId === undefined
      ? ''
      : `\n    join directory.team_members m on m.tenant_id = $1 and m.user_id = ${bind(memberId)} and m.team_id = i.team_id`;
  const conditions = [
    'i.tenant_id = $1',
    ...filter.map((clause) => checkOf(clause, bind)),
    ...searchChecks(search, bind),
    ...(only === undefined ? [] : [`i.team_id = any (${bind(only)}::text[])`]),
    ...(except === undefined ? [] : [`i.team_id <> all (${bind(except)}::text[])`]),
  ];
  return `from directory.team_index i${membership}\n   where ${conditions.join('\n     and ')}`;
}

const LISTED = `
         t.team_id as id, ${asDateTime('t.created_at')} as "createdDateTime", t.display_name as "displayName",
         t.description, t.visibility, t.web_url as "webUrl", t.is_archived as "isArchived",
         t.sensitivity_label_id as "sensitivityLabelId", page.owner_count as "ownerCount",
         page.member_count as "memberCount", ${asDateTime('page.last_activity_at')} as "lastActivityDateTime"`;

/** Selects one row more than the page, which tells whether a further page follows. */
function toListStatement({ order, top, after, ...selection }: TeamQuery): TeamStatement {
  const values: unknown[] = [];
  const bind = binding(values);
  const [by, direction] = order.split(' ') as ['displayName' | 'lastActivityDateTime', 'asc' | 'desc'];
  const isByName = by === 'displayName';
  const column = isByName ? 'name_key' : 'last_activity_at';
  const source = fromWhere(selection, bind);
  let start = '';
  if (after !== undefined) {
    const [position, id] = after.map((part) => bind(part)) as [string, string];
    const key = isByName ? `left(lower(${position}), ${KEY_LENGTH})` : `${position}::timestamptz`;
    start = `\n     and (i.${column}, i.team_id) ${direction === 'asc' ? '>' : '<'} (${key}, ${id})`;
  }
  const role = selection.memberId === undefined ? 'null' : 'm.role';
  const text = `${PLANNED_EACH_TIME}
  select ${LISTED}, page.role, ${isByName ? 't.display_name' : 'page.position'} as position
    from (
  select i.team_id, i.name_key, i.owner_count, i.member_count, i.last_activity_at, ${role} as role,
         ${ACTIVITY_POSITION} as position
    ${source}${start}
   order by i.${column} ${direction}, i.team_id ${direction}
   limit ${bind(top + 1)}) page
    join lateral (
      select * from directory.teams t where t.tenant_id = $1 and t.team_id = page.team_id limit 1) t on true
   order by page.${column} ${direction}, page.team_id ${direction}`;
  return { text, values };
}

function toCountStatement(selection: TeamSelection): TeamStatement {
  const values: unknown[] = [];
  const text = `${PLANNED_EACH_TIME}
  select count(*)::int as count ${fromWhere(selection, binding(values))}`;
  return { text, values };
}

export const storedTeams = (database: SuiteDatabase): Pick<TeamLists, 'list' | 'count'> => ({
  async list(tenantId, query) {
    const { text, values } = toListStatement(query);
    const rows = await database.read<ListedTeam & { position: string }>(text, tenantId, ...values);
    const { items, next } = toPage(rows, query.top, ({ position, id }) => [position, id] as const);
    const teams = items.map(({ position: _, ...team }) => team);
    return next === undefined ? { teams } : { teams, next };
  },
  async count(tenantId, selection) {
    const { text, values } = toCountStatement(selection);
    const [row] = await database.read<{ count: number }>(text, tenantId, ...values);
    return row!.count;
  },
});
