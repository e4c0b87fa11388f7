/**
 * Listing, searching and counting users, fast whatever the size of the directory.
 *
 * Each query is driven by one index: that of the most telling comparison in the filter, or of the words of
 * the search, or the order by name. What remains is checked on the rows the index gives. Only the driver
 * shapes a statement's text; what remains goes in as arrays, so there are few texts.
 *
 * A search finds people by the beginnings of words, as Microsoft Graph's tokenised $search on directory
 * objects does ("Use the $search query parameter"); they come by the word that matched, then by name.
 */
import type { UserFilterField, UserQuery } from '../../domain/users/model.ts';
import { USER_COLUMNS } from './user-columns.ts';
import {
  CONDITION_CHECKS,
  type Conditions,
  LONGEST_VALUE,
  toCheckParameters,
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

/** What one index is asked for; $5 is the value. */
interface Driver {
  /** People come by their words (`user_words w`), else by name (`users u`). */
  byWord: boolean;
  condition: string;
  value: string;
  /** The order's own column begins with the value, so the first page starts there. */
  startsAtValue: boolean;
  /** What is left to check. */
  conditions: Conditions;
  words: readonly string[];
}

/** Above every text that begins with $5. */
const END_OF_PREFIX = 'lower($5) || chr(1114111)';

/** Key columns with an index, from the most telling to the least. */
const KEYS: [UserFilterField, string][] = [
  ['id', 'u.user_id'],
  ['userPrincipalName', 'u.user_principal_name_key'],
  ['displayName', 'u.display_name_key'],
  ['jobTitle', 'u.job_title_key'],
  ['department', 'u.department_key'],
  ['city', 'u.city_key'],
  ['companyName', 'u.company_name_key'],
  ['country', 'u.country_key'],
];
/** These name one person; nothing finds faster. */
const IDENTIFIERS = KEYS.slice(0, 2);
/** The rest; the beginning of a user principal name is found as a word. */
const PREFIX_KEYS = KEYS.slice(2);

/** Found by the first word of their value. */
const WORD_FIELDS: UserFilterField[] = ['mail', 'userPrincipalName', 'surname', 'givenName'];

const WORD_END = `w.position < ${END_OF_PREFIX}`;

/** A user comes once: words that begin alike follow one another, and only the first has none like it before. */
const FIRST_MATCH = `(w.previous is null or not starts_with(w.previous || ' ', lower($5)))`;

/** Each of the words in $6 begins a word of the user. */
const WORD_CHECKS = `(
         select bool_and(strpos(' ' || array_to_string(u.search_words, ' '), ' ' || lower(asked)) > 0)
           from unnest($6::text[]) asked)`;

/** Longest first: it finds the fewest people. */
const toWords = (search: string | undefined): string[] =>
  [...new Set((search ?? '').split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

function chooseDriver(words: readonly string[], conditions: Conditions): Driver {
  return (
    byEquality(IDENTIFIERS, words, conditions) ??
    byWordOf('equals', words, conditions) ??
    bySearchedWord(words, conditions) ??
    byEquality(KEYS, words, conditions) ??
    byWordOf('startsWith', words, conditions) ??
    byPrefix(words, conditions) ??
    byKind(words, conditions)
  );
}

function byEquality(
  keys: [UserFilterField, string][],
  words: readonly string[],
  conditions: Conditions,
): Driver | undefined {
  for (const [field, key] of keys) {
    const value = conditions.get(field)?.equals;
    if (value === undefined) continue;
    const rest = without(conditions, field, 'equals');
    const condition = `${key} = lower($5)`;
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

/** With the space behind it when the word is known to end there. */
function firstWord(text: string | undefined, isWhole: boolean): string | undefined {
  const [, word, rest] = /^\s*(\S+)(.*)$/su.exec(text ?? '') ?? [];
  if (word === undefined) return undefined;
  return isWhole || rest !== '' ? `${word} ` : word;
}

function byPrefix(words: readonly string[], conditions: Conditions): Driver | undefined {
  for (const [field, key] of PREFIX_KEYS) {
    const value = conditions.get(field)?.startsWith;
    if (!value) continue;
    const startsAtValue = field === 'displayName';
    const condition = `${startsAtValue ? '' : `${key} >= lower($5) and `}${key} < ${END_OF_PREFIX}`;
    const rest = without(conditions, field, 'startsWith');
    return { byWord: false, condition, value, startsAtValue, conditions: rest, words };
  }
  return undefined;
}

/** Guests and disabled accounts are few and have indexes of their own; everybody else comes by name. */
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

/** Checks on the rows of the driver, and the parameters from $5. */
function toChecks({ value, conditions, words }: Driver): { checks: string[]; parameters: unknown[] } {
  const checks: string[] = [];
  const parameters: unknown[] = [value];
  if (words.length > 0 || conditions.size > 0) {
    checks.push(words.length > 0 ? WORD_CHECKS : '$6::text[] is not null');
    parameters.push(words);
  }
  if (conditions.size > 0) {
    checks.push(CONDITION_CHECKS);
    parameters.push(...toCheckParameters(conditions));
  }
  return { checks, parameters };
}

const allOf = (conditions: readonly string[]): string => conditions.join('\n     and ');

function analyse({ search, filter = [] }: UserSelection): Driver | undefined {
  const conditions = toConditions(filter);
  const words = toWords(search);
  if (conditions === undefined || words.some((word) => [...word].length > LONGEST_VALUE)) return undefined;
  return chooseDriver(words, conditions);
}

/** Asks for a page and one row more, which tells that another page follows; undefined when nobody can match. */
export function toListStatement(query: UserQuery): UserStatement | undefined {
  const driver = analyse(query);
  if (driver === undefined) return undefined;
  const { checks, parameters } = toChecks(driver);
  const [position, id] = query.after ?? ['', ''];
  return {
    text: driver.byWord ? listByWord(driver, checks) : listByName(driver, checks),
    parameters: [position, id, query.top + 1, ...parameters],
    byWord: driver.byWord,
  };
}

/** Where the page begins: after `given`, and not before the driver's value when the order begins there. */
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

/** Each word's user is looked up by itself: the limit keeps the planner from joining all users first. */
const listByWord = (driver: Driver, checks: readonly string[]): string => `
  select u.*, w.position
    from embedded_suite.user_words w
    cross join lateral (
      select ${USER_COLUMNS}
        from embedded_suite.users u
       where ${allOf(['u.tenant_id = $1', 'u.user_id = w.user_id', ...checks])}
       limit 1) u
   where w.tenant_id = $1
     and (w.position, w.user_id) > (${startOf(driver, '$2')}, $3)
     and ${allOf([driver.condition, FIRST_MATCH])}
   order by w.position, w.user_id
   limit $4`;

/** Undefined when nobody can match. */
export function toCountStatement(selection: UserSelection): Omit<UserStatement, 'byWord'> | undefined {
  const driver = analyse(selection);
  if (driver === undefined) return undefined;
  const { checks, parameters } = toChecks(driver);
  return {
    text: driver.byWord ? countByWord(driver, checks) : countByName(driver, checks),
    parameters: [null, null, null, ...parameters],
  };
}

/** A statement's parameters must all have a type, also those that counting has no use for. */
const NO_PAGE = 'coalesce($2::text, $3::text, $4::text) is null';

const countByName = ({ condition, startsAtValue }: Driver, checks: readonly string[]): string => `
  select count(*)::int as count
    from embedded_suite.users u
   where ${allOf(['u.tenant_id = $1', NO_PAGE, startsAtValue ? 'u.display_name_key >= lower($5)' : 'true'])}
     and ${allOf([condition, ...checks])}`;

/** Without checks the index alone tells; a user of several matching words counts once. */
function countByWord({ condition }: Driver, checks: readonly string[]): string {
  const words = `from embedded_suite.user_words w
   where w.tenant_id = $1 and ${NO_PAGE} and w.position >= lower($5) and ${condition}`;
  if (checks.length === 0) return `select count(distinct w.user_id)::int as count ${words}`;
  return `
  select count(*)::int as count
    from embedded_suite.users u
   where ${allOf(['u.tenant_id = $1', `u.user_id in (select w.user_id ${words})`, ...checks])}`;
}
