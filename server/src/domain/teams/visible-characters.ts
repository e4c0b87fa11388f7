/** What people see of a name, and the characters that no name may hold because they mislead its readers. */

/**
 * Fills, ignores and controls of Unicode, private and unassigned characters, spaces, and the blank Braille
 * pattern, which has a glyph without ink.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}\u2800]/u;

const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');

/** Look like a space, though they are none to Unicode: Hangul fillers and the blank Braille pattern. */
const BLANKS = /[\p{White_Space}\u115f\u1160\u3164\uffa0\u2800]+/gu;

/** Overrides, embeddings and isolates: they show text in another order than it is written in. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/u;

const CONTROL = /\p{Cc}/u;

/** Whether nothing of the text is seen: a name needs one character that is. */
export const isUnseen = (text: string): boolean => text.replace(ALL_UNSEEN, '') === '';

/** Characters as people count them: without what nobody sees and spaces at the ends; many spaces are one. */
export function countSeen(text: string): number {
  const words = text.normalize('NFC').split(BLANKS);
  const seen = words.map((word) => [...word.replace(ALL_UNSEEN, '')].length).filter((length) => length > 0);
  return seen.reduce((sum, length) => sum + length, Math.max(seen.length - 1, 0));
}

const codePointOf = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;

/** The kind of character that no name may hold, of the first there is; undefined when there is none. */
export function findMisleadingCharacter(name: string): string | undefined {
  if (CONTROL.test(name)) return 'control characters';
  const [found] = REORDERING.exec(name) ?? [];
  return found && `characters that change the direction of text (${codePointOf(found)})`;
}
