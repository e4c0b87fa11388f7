/** Reads the query option `$search` (docs/specification.md, section 2). */
import { invalidField } from '../kernel/errors.ts';
import { type Message, say } from '../kernel/messages.ts';

const SEARCH_MAX_LENGTH = 256;

/**
 * Reads plain words, or words in double quotes as Microsoft Graph writes them.
 * @param searched the searched objects, for the error message
 * @throws InvalidRequest at `$search`
 */
export function readSearch(text: string | undefined, searched: Message): string | undefined {
  if (text === undefined) return undefined;
  const search = text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();
  if (search === '') throw invalidField('$search', say('search.empty', '$search needs at least one word.'));
  if (search.length > SEARCH_MAX_LENGTH) {
    throw invalidField(
      '$search',
      say('search.long', '$search takes at most {most} characters.', { most: SEARCH_MAX_LENGTH }),
    );
  }
  const property = /^"?(\w+):/.exec(search)?.[1];
  if (property !== undefined) {
    throw invalidField(
      '$search',
      say(
        'search.property',
        'Searching one property ({property}:) is not supported. Give words of {searched}; for one field use $filter.',
        { property, searched },
      ),
      'UnsupportedSearch',
    );
  }
  return search;
}

export const SEARCHED_NAMES = say('search.names', 'the name');

export const SEARCHED_NAMES_AND_ADDRESSES = say(
  'search.namesAndAddresses',
  'the name, mail or user principal name',
);

export const SEARCHED_DOMAINS = say('search.domains', 'the domain');
