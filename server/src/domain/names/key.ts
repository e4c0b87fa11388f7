/** The key that names are compared by: it ignores case, Unicode normalisation and invisible characters. */
import { withoutInvisible, withPlainSpaces } from './characters.ts';

/** Marks that strike through, enclose or decorate letters; the letters stay readable. */
const OVERLAYS = /[\u0334-\u0338\u20d0-\u20ff]/g;

/** Maximum number of folding rounds. One round may give a text that folds again; four give a stable text. */
const MAX_ROUNDS = 4;

/**
 * Turns compatibility forms (full-width letters, ligatures) into plain ones, composes letters with their marks
 * and unifies case. Goes through upper case, so that ß equals SS. The Turkish dotted and dotless i equal the common
 * i, because the language of a name is unknown.
 */
const foldOnce = (text: string): string =>
  withoutInvisible(withPlainSpaces(text).normalize('NFKC'))
    .replace(OVERLAYS, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFKC');

/** Returns the same text for texts that differ only in case, normalisation, overlays and invisible characters. */
export function foldText(text: string): string {
  let folded = foldOnce(text.toWellFormed());
  for (let round = 1; round < MAX_ROUNDS; round += 1) {
    const again = foldOnce(folded);
    if (again === folded) break;
    folded = again;
  }
  return folded;
}

/** Returns the comparison key: the folded name, with each run of white space as one space and none at the ends. */
export const nameKey = (name: string): string => foldText(name).replace(/\s+/gu, ' ').trim();
