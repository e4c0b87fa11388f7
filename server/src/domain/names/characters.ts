/** Invisible and misleading characters in names. */
import { type Message, say } from '../../kernel/messages.ts';

/** Characters that look like a space but are letters or symbols in Unicode: Hangul fillers, blank Braille pattern. */
const LOOKS_LIKE_SPACE = '\\u3164\\uffa0\\u2800';

const BLANKS = new RegExp(`[${LOOKS_LIKE_SPACE}]`, 'gu');

const SPACES = new RegExp(`[\\p{White_Space}${LOOKS_LIKE_SPACE}]+`, 'gu');

/** Characters without a glyph of their own: zero-width spaces, joiners, soft hyphens, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** All invisible characters: those above, white space, and control, format, private-use and unassigned ones. */
const ANY_INVISIBLE = new RegExp(
  `[\\p{Default_Ignorable_Code_Point}\\p{White_Space}\\p{C}${LOOKS_LIKE_SPACE}]`,
  'gu',
);

/** Bidirectional overrides, embeddings and isolates: they display text in an order other than the stored one. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/u;

const CONTROL = /\p{Cc}/u;

/** Replaces each character that looks like a space with a space. */
export const withPlainSpaces = (text: string): string => text.replace(BLANKS, ' ');

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

export const hasNoVisibleCharacter = (text: string): boolean => text.replace(ANY_INVISIBLE, '') === '';

/** Counts visible characters: skips invisible ones and outer spaces, and counts a run of spaces as one. */
export function countVisibleCharacters(text: string): number {
  const words = text.normalize('NFC').split(SPACES);
  const lengths = words
    .map((word) => [...word.replace(ANY_INVISIBLE, '')].length)
    .filter((length) => length > 0);
  return lengths.reduce((sum, length) => sum + length, Math.max(lengths.length - 1, 0));
}

const codePointOf = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;

/** Describes control characters, or the first character that reorders text; undefined when there is none. */
export function findMisleadingCharacter(name: string): Message | undefined {
  if (CONTROL.test(name)) return say('names.control', 'control characters');
  const [found] = REORDERING.exec(name) ?? [];
  if (found === undefined) return undefined;
  return say('names.direction', 'characters that change the direction of text ({character})', {
    character: codePointOf(found),
  });
}
