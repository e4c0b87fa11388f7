/** Checks display names. Teams and channels have different rules. */
import { type Message, say } from '../../kernel/messages.ts';
import { findMisleadingCharacter, hasNoVisibleCharacter } from './characters.ts';

export interface NameRule {
  noun: string;
  /** Maximum length in Unicode characters. */
  maxLength: number;
  /** Matches the forbidden parts of a name. */
  forbidden: RegExp;
  /** The rest of the message after the forbidden part, including the leading space or full stop. */
  hint: Message;
}

/** Returns a sentence that says what is wrong and what to do; undefined for a valid name. */
export function findNameFault(
  { noun, maxLength, forbidden, hint }: NameRule,
  name: string,
): Message | undefined {
  if (hasNoVisibleCharacter(name))
    return say('names.unseen', 'A {noun} needs a name that people see.', { noun });
  const length = [...name].length;
  if (length > maxLength) {
    return say(
      'names.long',
      'The name has {count} characters; a {noun}’s name has at most {most}. Shorten it.',
      { count: length, noun, most: maxLength },
    );
  }
  const misleading = findMisleadingCharacter(name);
  if (misleading !== undefined) {
    return say('names.misleading', 'A {noun}’s name may not hold {characters}.', {
      noun,
      characters: misleading,
    });
  }
  const found = forbidden.exec(name);
  if (found === null) return undefined;
  return say('names.forbidden', 'A {noun}’s name may not hold {characters}{hint}', {
    noun,
    characters: found[0],
    hint,
  });
}
