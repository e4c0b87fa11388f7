/**
 * Lists, searches and counts users through an index, whatever the size of the directory.
 *
 * Users are read by name, or by the prefix of one of their words when that is more selective than the filter. A
 * statement with one condition is prepared once. A statement with several is planned for its values, so that
 * PostgreSQL sees which index finds the fewest people.
 *
 * A search finds people by prefixes of words, as Microsoft Graph's tokenised $search on directory objects does ("Use
 * the $search query parameter"). They are ordered by the word that matched, then by name.
 *
 * Comparisons ignore case, as Microsoft Graph's do on directory objects ("Advanced query capabilities on Microsoft
 * Entra ID objects"). Ids are case-sensitive, as OIDC subjects are.
 */
import {
  USER_FIELDS,
  type User,
  type UserFilterClause,
  type UserFilterField,
  type UserQuery,
} from '../../domain/directory/model.ts';
import { columns, columnsOf, number, text, toSnakeCase } from '../../kernel/columns.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { type Sql, type Statements, sql } from '../../kernel/sql.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';
import { allConditions, beginsWith, hasWord, KEY_LENGTH, rarestFirst } from './search.ts';

/** Selects a user from `users u`. */
export const USER = columnsOf<User>(USER_FIELDS, { id: text('user_id') }, 'u');

/** A user with the sort key of a list. */
type ListedUser = User & { position: string };
const BY_NAME = columns<ListedUser>({ ...USER.members, position: text('u.display_name') });
const BY_WORD = columns<ListedUser>({ ...USER.members, position: text('w.position') });

export type UserSelection = Pick<UserQuery, 'search' | 'filter'>;

/** Fields that identify one person. */
const IDENTIFIERS: UserFilterField[] = ['id', 'userPrincipalName'];
/** Other fields whose values have an index. */
const INDEXED: UserFilterField[] = [
  'displayName',
  'jobTitle',
  'department',
  'city',
  'companyName',
  'country',
];
/** Fields with a column of their values in lower case and binary order. */
export const KEYED_FIELDS: readonly UserFilterField[] = ['userPrincipalName', 'mail', ...INDEXED];
/** Fields whose values consist of search words. */
const WORD_FIELDS: UserFilterField[] = ['mail', 'userPrincipalName', 'surname', 'givenName'];

/** @throws InvalidRequest at `$filter` for a comparison that the field does not support */
function assertComparable({ field, operator, value }: UserFilterClause): void {
  const fits =
    USER_FIELDS.includes(field) &&
    (operator === 'eq' || typeof value === 'string') &&
    (value === null || (typeof value === 'boolean') === (field === 'accountEnabled'));
  if (!fits)
    throw invalidField(
      '$filter',
      say('suite.comparison', "'{field}' cannot be compared so.", { field: String(field) }),
      'NotSupported',
    );
}

/** Returns the SQL of a comparison on `users u`. Compares keys, because the planner has statistics of them. */
function checkOf({ field, operator, value }: UserFilterClause): Sql {
  const name = field === 'id' ? 'u.user_id' : `u.${toSnakeCase(field)}`;
  const column = sql.ref(name);
  if (value === null) return sql`${column} is null`;
  if (typeof value === 'boolean') return value ? column : sql`not ${column}`;
  // Guests have an index of their own.
  if (field === 'userType' && value.toLowerCase() === 'guest') return sql`${column} = 'Guest'`;
  if (field === 'id') {
    return operator === 'eq' ? sql`${column} = ${value}` : sql`starts_with(${column}, ${value})`;
  }
  const isKeyed = KEYED_FIELDS.includes(field);
  const key = isKeyed ? sql.ref(`${name}_key`) : sql`lower(${column})`;
  if (operator === 'eq') return sql`${key} = lower(${value})`;
  return isKeyed ? beginsWith(key, sql.val(value)) : sql`starts_with(${key}, lower(${value}))`;
}

/** Returns the prefix of a word that the filter requires, followed by a space when the whole word is known. */
function wordIn(filter: readonly UserFilterClause[], operator: 'eq' | 'startswith'): string | undefined {
  for (const field of WORD_FIELDS) {
    const clause = filter.find((item) => item.field === field && item.operator === operator);
    const [, word, rest] = /^\s*(\S+)(.*)$/su.exec(String(clause?.value ?? '')) ?? [];
    if (word !== undefined) return operator === 'eq' || rest !== '' ? `${word} ` : word;
  }
  return undefined;
}

/** How users are found: by name, or by words that begin with `word`. */
interface Plan {
  word: Sql | undefined;
  /** The conditions besides the search. */
  checks: Sql[];
}

function planOf({ search, filter = [] }: UserSelection): Plan {
  for (const clause of filter) assertComparable(clause);
  const words = rarestFirst(search);
  const isEqual = (fields: readonly UserFilterField[]): boolean =>
    filter.some(
      ({ field, operator, value }) => fields.includes(field) && operator === 'eq' && value !== null,
    );
  const plan = (word: string | undefined, others = words): Plan => ({
    word: word === undefined ? undefined : sql.val(word),
    checks: [...filter.map(checkOf), ...others.map((other) => hasWord(sql.val(other)))],
  });
  if (isEqual(IDENTIFIERS)) return plan(undefined);
  const known = wordIn(filter, 'eq');
  if (known !== undefined) return plan(known);
  if (words.length > 0) return plan(words[0], words.slice(1));
  return plan(isEqual(INDEXED) ? undefined : wordIn(filter, 'startswith'));
}

/** Returns the beginning of a statement, which is planned for its values if it has more conditions than `limit`. */
const planned = (checks: readonly Sql[], limit: number): Sql =>
  checks.length > limit ? sql.raw(PLANNED_EACH_TIME) : sql``;

/** Returns the prefix that the filter requires of display names. The index is read from this prefix on. */
const namePrefix = ({ filter = [] }: UserSelection): string => {
  const clause = filter.find(({ field, operator }) => field === 'displayName' && operator === 'startswith');
  return String(clause?.value ?? '');
};

/** Returns one user more than a page, which shows whether another page follows. */
export async function listUsers({ tenant, all }: Statements, query: UserQuery): Promise<ListedUser[]> {
  const { word, checks } = planOf(query);
  const [start, id] = query.after ?? [word === undefined ? namePrefix(query) : '', ''];
  if (word === undefined) {
    const isAfter = sql`(u.display_name_key, u.user_id) > (left(lower(${start}), ${sql.lit(KEY_LENGTH)}), ${id})`;
    return all(BY_NAME)`${planned(checks, 1)}
      select ${BY_NAME} from directory.users u
       where ${allConditions([sql`u.tenant_id = ${tenant}`, isAfter, ...checks])}
       order by u.display_name_key, u.user_id limit ${query.top + 1}`;
  }
  // The last condition selects each user once: by the first of their words that begins with the searched one.
  const isFound = sql`
    w.tenant_id = ${tenant}
    and (w.position, w.user_id) > (greatest(${start} collate "C", lower(${word}) collate "C"), ${id})
    and w.position < lower(${word}) || chr(1114111)
    and (w.previous is null or not starts_with(w.previous || ' ', lower(${word})))`;
  const isUser = sql`u.tenant_id = ${tenant} and u.user_id = w.user_id`;
  // A join could read all users of the tenant first. `limit 1` makes every plan look up the found users. Only a filter
  // may find fewer users by an index of its own.
  const users = query.filter?.length
    ? sql`join directory.users u on ${isUser}`
    : sql`cross join lateral (select * from directory.users u where ${isUser} limit 1) u`;
  return all(BY_WORD)`${planned(checks, 0)}
    select ${BY_WORD} from directory.user_words w ${users}
     where ${allConditions([isFound, ...checks])}
     order by w.position, w.user_id limit ${query.top + 1}`;
}

/** Counts with an index-only scan when there are no checks. Counts a user with several matching words once. */
export async function countUsers(
  { tenant, first }: Statements,
  selection: UserSelection,
): Promise<number | undefined> {
  const { word, checks } = planOf(selection);
  const words =
    word &&
    sql`
    from directory.user_words w where w.tenant_id = ${tenant} and ${beginsWith(sql`w.position`, word)}`;
  if (words && checks.length === 0) return first(number())`select count(distinct w.user_id)::int ${words}`;
  const isFound = words ? [sql`u.user_id in (select w.user_id ${words})`] : [];
  return first(number())`${planned(checks, words ? 0 : 1)}
    select count(*)::int from directory.users u
     where ${allConditions([sql`u.tenant_id = ${tenant}`, ...isFound, ...checks])}`;
}
