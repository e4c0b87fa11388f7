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
  type Condition,
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
  ['mail', 'u.mail_key'],
  ['displayName', 'u.display_name_key'],
  ['jobTitle', 'u.job_title_key'],
  ['department', 'u.department_key'],
  ['city', 'u.city_key'],
  ['companyName', 'u.company_name_key'],
  ['country', 'u.country_key'],
];
/** These name one person, or hardly more; nothing finds faster. */
const IDENTIFIERS = KEYS.slice(0, 3);
/** Ids are compared as text of the database's collation, which no prefix is looked up in. */
const PREFIX_KEYS = KEYS.slice(1);

/** Found by the first word of their value. */
const WORD_FIELDS: UserFilterField[] = ['surname', 'givenName'];

/** A user comes once: by the first of the words that match. */
const BY_WORD = `w.position < ${END_OF_PREFIX}
     and split_part(w.position, ' ', 1) =
         (select word from unnest(u.search_words) word where starts_with(word || ' ', lower($5)) limit 1)`;

/** Each of the words in $9 begins a word of the user. */
const WORD_CHECKS = `not exists (
         select from unnest($9::text[]) asked
          where not exists (
            select from unnest(u.search_words) word where starts_with(word, lower(asked))))`;

/** Longest first: it finds the fewest people. */
const toWords = (search: string | undefined): string[] =>
  [...new Set((search ?? '').split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

function chooseDriver(words: readonly string[], conditions: Conditions): Driver {
  return (
    byEquality(IDENTIFIERS, words, conditions) ??
    bySearchedWord(words, conditions) ??
    byEquality(KEYS, words, conditions) ??
    byWordOfName(words, conditions) ??
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
  return { byWord: true, condition: BY_WORD, value, startsAtValue: true, conditions, words };
}

function byWordOfName(words: readonly string[], conditions: Conditions): Driver | undefined {
  for (const field of WORD_FIELDS) {
    const value = firstWord(conditions.get(field) ?? {});
    if (value === undefined) continue;
    return { byWord: true, condition: BY_WORD, value, startsAtValue: true, conditions, words };
  }
  return undefined;
}

/** With the space behind it when the word is known to end there. */
function firstWord({ equals, startsWith }: Condition): string | undefined {
  const [, word, rest] = /^\s*(\S+)(.*)$/su.exec(equals ?? startsWith ?? '') ?? [];
  if (word === undefined) return undefined;
  return equals !== undefined || rest !== '' ? `${word} ` : word;
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

const FROM_USERS = 'from embedded_suite.users u\n   where u.tenant_id = $1';
const FROM_WORDS = `from embedded_suite.user_words w
    join embedded_suite.users u on u.tenant_id = w.tenant_id and u.user_id = w.user_id
   where w.tenant_id = $1 and u.tenant_id = $1`;

/** The end of a statement and the parameters from $5: which rows of the driver are meant. */
function toChecks({ value, conditions, words, condition }: Driver): { text: string; parameters: unknown[] } {
  const parameters: unknown[] = [value];
  let text = condition;
  if (conditions.size > 0 || words.length > 0) {
    text += `\n     and ${CONDITION_CHECKS}\n     and coalesce(cardinality($9::text[]), 0) >= 0`;
    parameters.push(...toCheckParameters(conditions), words);
  }
  if (words.length > 0) text += `\n     and ${WORD_CHECKS}`;
  return { text, parameters };
}

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
  const { byWord, startsAtValue } = driver;
  const checks = toChecks(driver);
  const [position, id] = query.after ?? ['', ''];
  const order = byWord ? 'w.position, w.user_id' : 'u.display_name_key, u.user_id';
  const given = byWord ? '$2' : `left(lower($2), ${LONGEST_VALUE})`;
  const after = startsAtValue ? `greatest(${given} collate "C", lower($5) collate "C")` : given;
  return {
    text: `
  select ${USER_COLUMNS}${byWord ? ', w.position' : ''}
    ${byWord ? FROM_WORDS : FROM_USERS}
     and (${order}) > (${after}, $3)
     and ${checks.text}
   order by ${order}
   limit $4`,
    parameters: [position, id, query.top + 1, ...checks.parameters],
    byWord,
  };
}

/** Undefined when nobody can match. */
export function toCountStatement(selection: UserSelection): UserStatement | undefined {
  const driver = analyse(selection);
  if (driver === undefined) return undefined;
  const { byWord, startsAtValue } = driver;
  const checks = toChecks(driver);
  const ordered = byWord ? 'w.position' : 'u.display_name_key';
  const floor = startsAtValue ? `${ordered} >= lower($5)` : 'true';
  return {
    text: `
  select count(*)::int as count
    ${byWord ? FROM_WORDS : FROM_USERS}
     and coalesce($2::text, $3::text, $4::text) is null
     and ${floor} and ${checks.text}`,
    parameters: [null, null, null, ...checks.parameters],
    byWord,
  };
}
