/** Reads the query option `$search` (docs/specification.md, section 2). */
import { invalidField } from '../kernel/errors.ts';

const SEARCH_MAX_LENGTH = 256;

/**
 * Reads plain words, or words in double quotes as Microsoft Graph writes them.
 * @param searched the searched objects, for the error message
 * @throws InvalidRequest at `$search`
 */
export function readSearch(text: string, searched: string): string {
  const search = text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();
  if (search === '') throw invalidField('$search', '$search needs at least one word.');
  if (search.length > SEARCH_MAX_LENGTH) {
    throw invalidField('$search', `$search takes at most ${SEARCH_MAX_LENGTH} characters.`);
  }
  const property = /^"?(\w+):/.exec(search)?.[1];
  if (property !== undefined) {
    throw invalidField(
      '$search',
      `Searching one property (${property}:) is not supported. Give words of ${searched}; for one field use $filter.`,
      'UnsupportedSearch',
    );
  }
  return search;
}
