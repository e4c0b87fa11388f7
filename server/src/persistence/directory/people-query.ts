/**
 * Lists, searches and counts users by an index, whatever the size of the directory.
 *
 * Users are read by name, or by the beginning of one of their words when that is more selective than the filter. A
 * statement with one condition is prepared once. A statement with several is planned for its values, so that PostgreSQL
 * sees which index finds the fewest people.
 *
 * A search finds people by the beginnings of words, as Microsoft Graph's tokenised $search on directory
 * objects does ("Use the $search query parameter"). They are ordered by the word that matched, then by name.
 *
 * Comparisons ignore case, as Microsoft Graph's do on directory objects ("Advanced query capabilities on
 * Microsoft Entra ID objects"). Ids are case-sensitive, as OIDC subjects are.
 */
import {
  USER_FIELDS as DECLARED,
  type User,
  type UserFilterClause,
  type UserFilterField,
  type UserQuery,
} from '../../domain/directory/model.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';

/** Returns the column of a field: `given_name` for `givenName`. */
const columnOf = (field: string): string =>
  field === 'id' ? 'user_id' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of `users` by field. */
export const USER_FIELDS = Object.fromEntries(DECLARED.map((field) => [field, columnOf(field)])) as Readonly<
  Record<keyof User, string>
>;

/** Selects the fields of User from `users u`. */
export const USER_COLUMNS = Object.entries(USER_FIELDS)
  .map(([field, column]) => `u.${column} as "${field}"`)
  .join(', ');

export type UserSelection = Pick<UserQuery, 'search' | 'filter'>;

export interface UserStatement {
  text: string;
  /** The parameters from `$2`. */
  values: unknown[];
}

/** Length of key columns (see the migration). No property of Graph's user is longer. */
export const KEY_LENGTH = 256;

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
const KEYED: UserFilterField[] = ['userPrincipalName', 'mail', ...INDEXED];
/** Fields whose values consist of search words. */
const WORD_FIELDS: UserFilterField[] = ['mail', 'userPrincipalName', 'surname', 'givenName'];

/** Adds a parameter and returns its placeholder. */
type Bind = (value: unknown) => string;

/** @throws InvalidRequest at `$filter` for a comparison that the field does not support */
function assertComparable({ field, operator, value }: UserFilterClause): void {
  const fits =
    Object.hasOwn(USER_FIELDS, field) &&
    (operator === 'eq' || typeof value === 'string') &&
    (value === null || (typeof value === 'boolean') === (field === 'accountEnabled'));
  if (!fits)
    throw invalidField(
      '$filter',
      say('suite.comparison', "'{field}' cannot be compared so.", { field: String(field) }),
      'NotSupported',
    );
}

/** Returns an upper bound of the keys that begin with the parameter. */
const endOfPrefix = (parameter: string): string => `lower(${parameter}) || chr(1114111)`;

/** Returns the SQL of a comparison on `users u`. Compares keys, because the planner has statistics of them. */
function checkOf({ field, operator, value }: UserFilterClause, bind: Bind): string {
  const column = `u.${USER_FIELDS[field]}`;
  if (value === null) return `${column} is null`;
  if (typeof value === 'boolean') return value ? column : `not ${column}`;
  // Guests have an index of their own.
  if (field === 'userType' && value.toLowerCase() === 'guest') return `${column} = 'Guest'`;
  const parameter = bind(value);
  if (field === 'id') {
    return operator === 'eq' ? `${column} = ${parameter}` : `starts_with(${column}, ${parameter})`;
  }
  const key = KEYED.includes(field) ? `${column}_key` : `lower(${column})`;
  if (operator === 'eq') return `${key} = lower(${parameter})`;
  return KEYED.includes(field)
    ? `(${key} >= lower(${parameter}) and ${key} < ${endOfPrefix(parameter)})`
    : `starts_with(${key}, lower(${parameter}))`;
}

/** Checks that a word of the user begins with the parameter. */
const wordCheck = (parameter: string): string =>
  `strpos(' ' || array_to_string(u.search_words, ' '), ' ' || lower(${parameter})) > 0`;

/** Returns the words of a search, the longest first, because it probably matches the fewest people. */
const toWords = (search: string | undefined): string[] =>
  [...new Set((search ?? '').split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

/** Returns the beginning of a word that the filter demands, with a space after it when the whole word is known. */
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
  word: string | undefined;
  /** Returns the conditions besides the search. */
  toChecks(bind: Bind): string[];
}

function planOf({ search, filter = [] }: UserSelection): Plan {
  for (const clause of filter) assertComparable(clause);
  const words = toWords(search);
  const isEqual = (fields: readonly UserFilterField[]): boolean =>
    filter.some(
      ({ field, operator, value }) => fields.includes(field) && operator === 'eq' && value !== null,
    );
  const plan = (word: string | undefined, others = words): Plan => ({
    word,
    toChecks: (bind) => [
      ...filter.map((clause) => checkOf(clause, bind)),
      ...others.map((other) => wordCheck(bind(other))),
    ],
  });
  if (isEqual(IDENTIFIERS)) return plan(undefined);
  const known = wordIn(filter, 'eq');
  if (known !== undefined) return plan(known);
  if (words.length > 0) return plan(words[0], words.slice(1));
  return plan(isEqual(INDEXED) ? undefined : wordIn(filter, 'startswith'));
}

const allOf = (conditions: readonly string[]): string => conditions.join('\n     and ');

/** Returns a function that appends to the values, which are the parameters from `$2`. */
const binding =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value) + 1}`;

/** Returns the prefix that the filter demands of display names. The index is read from this prefix on. */
const namePrefix = ({ filter = [] }: UserSelection): string => {
  const clause = filter.find(({ field, operator }) => field === 'displayName' && operator === 'startswith');
  return String(clause?.value ?? '');
};

/** Reads one row more than a page, to find whether another follows. */
export function toListStatement(query: UserQuery): UserStatement {
  const { word, toChecks } = planOf(query);
  const start = word === undefined ? namePrefix(query) : '';
  const values: unknown[] = [...(query.after ?? [start, '']), query.top + 1];
  const bind = binding(values);
  const text = word === undefined ? listByName(toChecks(bind)) : listByWord(bind(word), toChecks(bind));
  return { text, values };
}

const listByName = (checks: readonly string[]): string => `${checks.length > 1 ? PLANNED_EACH_TIME : ''}
  select ${USER_COLUMNS}, u.display_name as position
    from directory.users u
   where ${allOf(['u.tenant_id = $1', `(u.display_name_key, u.user_id) > (left(lower($2), ${KEY_LENGTH}), $3)`, ...checks])}
   order by u.display_name_key, u.user_id
   limit $4`;

function listByWord(word: string, checks: readonly string[]): string {
  const words = allOf([
    `w.tenant_id = $1 and (w.position, w.user_id) > (greatest($2 collate "C", lower(${word}) collate "C"), $3)`,
    `w.position < ${endOfPrefix(word)}`,
    // Selects each user once: by the first of their words that begins with the searched one.
    `(w.previous is null or not starts_with(w.previous || ' ', lower(${word})))`,
  ]);
  const user = `u.tenant_id = $1 and u.user_id = w.user_id`;
  const order = 'order by w.position, w.user_id limit $4';
  if (checks.length > 0) {
    return `${PLANNED_EACH_TIME}
  select ${USER_COLUMNS}, w.position
    from directory.user_words w
    join directory.users u on ${user}
   where ${allOf([words, ...checks])}
   ${order}`;
  }
  // A generic plan would join all users first. `limit 1` makes it look up each user instead.
  return `
  select u.*, w.position
    from directory.user_words w
    cross join lateral (select ${USER_COLUMNS} from directory.users u where ${user} limit 1) u
   where ${words}
   ${order}`;
}

export function toCountStatement(selection: UserSelection): UserStatement {
  const { word, toChecks } = planOf(selection);
  const values: unknown[] = [];
  const bind = binding(values);
  const text = word === undefined ? countByName(toChecks(bind)) : countByWord(bind(word), toChecks(bind));
  return { text, values };
}

const countByName = (checks: readonly string[]): string => `${checks.length > 1 ? PLANNED_EACH_TIME : ''}
  select count(*)::int as count
    from directory.users u
   where ${allOf(['u.tenant_id = $1', ...checks])}`;

/** Counts from the index alone when there are no checks. Counts a user with several matching words once. */
function countByWord(word: string, checks: readonly string[]): string {
  const words = `from directory.user_words w
   where w.tenant_id = $1 and w.position >= lower(${word}) and w.position < ${endOfPrefix(word)}`;
  if (checks.length === 0) return `select count(distinct w.user_id)::int as count ${words}`;
  return `${PLANNED_EACH_TIME}
  select count(*)::int as count
    from directory.users u
   where ${allOf(['u.tenant_id = $1', `u.user_id in (select w.user_id ${words})`, ...checks])}`;
}
