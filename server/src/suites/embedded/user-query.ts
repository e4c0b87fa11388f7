/**
 * Lists, searches and counts users by an index, whatever the size of the directory.
 *
 * A query has one driver: the index of the most selective comparison in the filter, the words of the search,
 * or the order by name. A statement without further checks is prepared once. One with checks is planned for
 * its values: PostgreSQL then sees which index finds the fewest people.
 *
 * A search finds people by the beginnings of words, as Microsoft Graph's tokenised $search on directory
 * objects does ("Use the $search query parameter"). They are ordered by the word that matched, then by name.
 */
import type { UserFilterField, UserQuery } from '../../domain/users/model.ts';
import { PLANNED_EACH_TIME } from '../../kernel/tenant-databases.ts';
import { USER_COLUMNS } from './user-columns.ts';
import {
  type Conditions,
  comparandOf,
  endOfPrefix,
  keyOf,
  LONGEST_VALUE,
  toConditionChecks,
  toConditions,
  without,
} from './user-filter.ts';

export type UserSelection = Pick<UserQuery, 'search' | 'filter'>;

export interface UserStatement {
  text: string;
  parameters: unknown[];
  /** Rows have a `position` besides the fields of User. */
  byWord: boolean;
}

/** The search in one index. $5 is the value. */
interface Driver {
  /** Ordered by words (`user_words w`), else by name (`users u`). */
  byWord: boolean;
  condition: string;
  value: string;
  /** Whether the first page starts at the value, because the sort key begins with it. */
  startsAtValue: boolean;
  /** Conditions that the index does not answer. */
  conditions: Conditions;
  words: readonly string[];
}

/** Fields that identify one person: the most selective ones. */
const IDENTIFIERS: UserFilterField[] = ['id', 'userPrincipalName'];
/** Other fields with an index of their keys, from the most selective to the least. */
const INDEXED: UserFilterField[] = [
  'displayName',
  'jobTitle',
  'department',
  'city',
  'companyName',
  'country',
];

/** Fields that are found by the first word of their value. */
const WORD_FIELDS: UserFilterField[] = ['mail', 'userPrincipalName', 'surname', 'givenName'];

const END_OF_VALUE = endOfPrefix('$5');
const WORD_END = `w.position < ${END_OF_VALUE}`;

/** Returns each user once: keeps the first of the user's words that begin with the value. */
const FIRST_MATCH = `(w.previous is null or not starts_with(w.previous || ' ', lower($5)))`;

/** Checks that a word of the user begins with the parameter. */
const wordCheck = (parameter: string): string =>
  `strpos(' ' || array_to_string(u.search_words, ' '), ' ' || lower(${parameter})) > 0`;

/** Longest first: it matches the fewest people. */
const toWords = (search: string | undefined): string[] =>
  [...new Set((search ?? '').split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

function chooseDriver(words: readonly string[], conditions: Conditions): Driver {
  return (
    byEquality(IDENTIFIERS, words, conditions) ??
    byWordOf('equals', words, conditions) ??
    bySearchedWord(words, conditions) ??
    byEquality(INDEXED, words, conditions) ??
    byWordOf('startsWith', words, conditions) ??
    byPrefix(words, conditions) ??
    byKind(words, conditions)
  );
}

function byEquality(
  fields: readonly UserFilterField[],
  words: readonly string[],
  conditions: Conditions,
): Driver | undefined {
  for (const field of fields) {
    const value = conditions.get(field)?.equals;
    if (value === undefined) continue;
    const rest = without(conditions, field, 'equals');
    const condition = `${keyOf(field)} = ${comparandOf(field, '$5')}`;
    return { byWord: false, condition, value, startsAtValue: false, conditions: rest, words };
  }
  return undefined;
}

function bySearchedWord([value, ...words]: readonly string[], conditions: Conditions): Driver | undefined {
  if (value === undefined) return undefined;
  return { byWord: true, condition: WORD_END, value, startsAtValue: true, conditions, words };
}

function byWordOf(
  part: 'equals' | 'startsWith',
  words: readonly string[],
  conditions: Conditions,
): Driver | undefined {
  for (const field of WORD_FIELDS) {
    const value = firstWord(conditions.get(field)?.[part], part === 'equals');
    if (value === undefined) continue;
    return { byWord: true, condition: WORD_END, value, startsAtValue: true, conditions, words };
  }
  return undefined;
}

/** Returns the first word, with a space after it when the whole word is known. */
function firstWord(text: string | undefined, isWhole: boolean): string | undefined {
  const [, word, rest] = /^\s*(\S+)(.*)$/su.exec(text ?? '') ?? [];
  if (word === undefined) return undefined;
  return isWhole || rest !== '' ? `${word} ` : word;
}

function byPrefix(words: readonly string[], conditions: Conditions): Driver | undefined {
  for (const field of INDEXED) {
    const value = conditions.get(field)?.startsWith;
    if (!value) continue;
    const startsAtValue = field === 'displayName';
    const key = keyOf(field);
    const condition = `${startsAtValue ? '' : `${key} >= lower($5) and `}${key} < ${END_OF_VALUE}`;
    const rest = without(conditions, field, 'startsWith');
    return { byWord: false, condition, value, startsAtValue, conditions: rest, words };
  }
  return undefined;
}

/** Guests and disabled accounts have their own indexes. Everybody else is read by name. */
function byKind(words: readonly string[], conditions: Conditions): Driver {
  let rest = conditions;
  let condition = '$5::text is not null';
  if (rest.get('userType')?.equals?.toLowerCase() === 'guest') {
    condition += " and u.user_type = 'Guest'";
    rest = without(rest, 'userType', 'equals');
  }
  if (rest.get('accountEnabled')?.equals === 'false') {
    condition += ' and not u.account_enabled';
    rest = without(rest, 'accountEnabled', 'equals');
  }
  return { byWord: false, condition, value: '', startsAtValue: false, conditions: rest, words };
}

/** Returns the checks of the driver's rows, and the parameters from $5. */
function toChecks({ value, conditions, words }: Driver): { checks: string[]; parameters: unknown[] } {
  const parameters: unknown[] = [value];
  const bind = (parameter: string): string => `$${parameters.push(parameter) + 4}`;
  const checks = [...toConditionChecks(conditions, bind), ...words.map((word) => wordCheck(bind(word)))];
  return { checks, parameters };
}

const textOf = (statement: string, checks: readonly string[]): string =>
  checks.length === 0 ? statement : PLANNED_EACH_TIME + statement;

const allOf = (conditions: readonly string[]): string => conditions.join('\n     and ');

function analyse({ search, filter = [] }: UserSelection): Driver | undefined {
  const conditions = toConditions(filter);
  const words = toWords(search);
  if (conditions === undefined || words.some((word) => [...word].length > LONGEST_VALUE)) return undefined;
  return chooseDriver(words, conditions);
}

/** Reads one row more than a page, to find whether another follows. Returns undefined when nobody can match. */
export function toListStatement(query: UserQuery): UserStatement | undefined {
  const driver = analyse(query);
  if (driver === undefined) return undefined;
  const { checks, parameters } = toChecks(driver);
  const [position, id] = query.after ?? ['', ''];
  return {
    text: textOf(driver.byWord ? listByWord(driver, checks) : listByName(driver, checks), checks),
    parameters: [position, id, query.top + 1, ...parameters],
    byWord: driver.byWord,
  };
}

/** Returns the start of the page: `given`, or the driver's value when that is later. */
const startOf = ({ startsAtValue }: Driver, given: string): string =>
  startsAtValue ? `greatest(${given} collate "C", lower($5) collate "C")` : given;

const listByName = (driver: Driver, checks: readonly string[]): string => `
  select ${USER_COLUMNS}
    from embedded_suite.users u
   where u.tenant_id = $1
     and (u.display_name_key, u.user_id) > (${startOf(driver, `left(lower($2), ${LONGEST_VALUE})`)}, $3)
     and ${allOf([driver.condition, ...checks])}
   order by u.display_name_key, u.user_id
   limit $4`;

function listByWord(driver: Driver, checks: readonly string[]): string {
  const from = `${startOf(driver, '$2')}, $3`;
  const words = `w.tenant_id = $1 and (w.position, w.user_id) > (${from}) and ${allOf([driver.condition, FIRST_MATCH])}`;
  const user = `u.tenant_id = $1 and u.user_id = w.user_id`;
  const order = 'order by w.position, w.user_id limit $4';
  if (checks.length > 0) {
    return `
  select ${USER_COLUMNS}, w.position
    from embedded_suite.user_words w
    join embedded_suite.users u on ${user}
   where ${allOf([words, ...checks])}
   ${order}`;
  }
  // A generic plan would join all users first. `limit 1` makes it look up each user instead.
  return `
  select u.*, w.position
    from embedded_suite.user_words w
    cross join lateral (select ${USER_COLUMNS} from embedded_suite.users u where ${user} limit 1) u
   where ${words}
   ${order}`;
}

/** Returns undefined when nobody can match. */
export function toCountStatement(selection: UserSelection): Omit<UserStatement, 'byWord'> | undefined {
  const driver = analyse(selection);
  if (driver === undefined) return undefined;
  const { checks, parameters } = toChecks(driver);
  return {
    text: textOf(driver.byWord ? countByWord(driver, checks) : countByName(driver, checks), checks),
    parameters: [null, null, null, ...parameters],
  };
}

/** Gives the unused parameters a type, which PostgreSQL requires. */
const NO_PAGE = 'coalesce($2::text, $3::text, $4::text) is null';

const countByName = ({ condition, startsAtValue }: Driver, checks: readonly string[]): string => `
  select count(*)::int as count
    from embedded_suite.users u
   where ${allOf(['u.tenant_id = $1', NO_PAGE, startsAtValue ? 'u.display_name_key >= lower($5)' : 'true'])}
     and ${allOf([condition, ...checks])}`;

/** Counts from the index alone when there are no checks. Counts a user with several matching words once. */
function countByWord({ condition }: Driver, checks: readonly string[]): string {
  const words = `from embedded_suite.user_words w
   where w.tenant_id = $1 and ${NO_PAGE} and w.position >= lower($5) and ${condition}`;
  if (checks.length === 0) return `select count(distinct w.user_id)::int as count ${words}`;
  return `
  select count(*)::int as count
    from embedded_suite.users u
   where ${allOf(['u.tenant_id = $1', `u.user_id in (select w.user_id ${words})`, ...checks])}`;
}
