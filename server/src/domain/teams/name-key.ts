/**
 * How names are compared: without regard to case, to how Unicode writes the same characters, and to what
 * nobody sees.
 */

/**
 * Letters and symbols that look like a space: the Hangul fillers, which compatibility turns into one that nobody
 * sees, and the blank Braille pattern.
 */
const BLANKS = /[\u3164\uffa0\u2800]/g;

/** Characters without a form of their own: zero-width ones, joiners, soft hyphens, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Marks that strike letters through; what is struck through still is read. */
const OVERLAYS = /[\u0334-\u0338\u20d0-\u20ff]/g;

/** Folding one form may lead to another that folds further; a few rounds settle every text. */
const MOST_ROUNDS = 4;

/**
 * One round: compatibility forms (full-width letters, ligatures) become plain ones, letters and their marks
 * are put together, and upper and lower case become one. Through upper case, so that ß meets SS. The Turkish
 * dotted and dotless i meet the common one, since nothing says which language a name is in.
 */
const foldOnce = (text: string): string =>
  text
    .replace(BLANKS, ' ')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(OVERLAYS, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFKC');

/** The same for texts that differ only in case, in how Unicode writes them, and in what nobody sees. */
export function foldText(text: string): string {
  let folded = foldOnce(text.toWellFormed());
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const again = foldOnce(folded);
    if (again === folded) break;
    folded = again;
  }
  return folded;
}

/** Equal for names that people take for the same one. */
export const nameKey = (name: string): string => foldText(name).replace(/\s+/gu, ' ').trim();
