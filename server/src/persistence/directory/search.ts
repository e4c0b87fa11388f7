/** Parts of the statements that search people and groups by prefixes of words, and teams by substrings of words. */
import { type Sql, sql } from '../../kernel/sql.ts';

/** Length of the key of a name (migrations/0043-baseline/directory.ts). No property of Graph's user is longer. */
export const KEY_LENGTH = 256;

/** Whether the key, which is in lower case and binary order, begins with the text. */
export const beginsWith = (key: Sql, text: Sql): Sql =>
  sql`(${key} >= lower(${text}) and ${key} < lower(${text}) || chr(1114111))`;

/** Whether a search word of the user `u` begins with the text. */
export const hasWord = (text: Sql): Sql =>
  sql`strpos(' ' || array_to_string(u.search_words, ' '), ' ' || lower(${text})) > 0`;

/** Whether the name contains the text. */
export const contains = (name: Sql, text: Sql): Sql => sql`strpos(lower(${name}), lower(${text})) > 0`;

export const toWords = (search: string): string[] => search.split(/\s+/).filter(Boolean);

/** Returns the words of a search, the longest first, because it probably matches the fewest rows. */
export const rarestFirst = (search = ''): string[] =>
  [...new Set(toWords(search))].sort((a, b) => b.length - a.length);

export const allConditions = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);
