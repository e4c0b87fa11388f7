/** Checks display names. Teams and channels have different rules. */
import { findMisleadingCharacter, isUnseen } from './characters.ts';

export interface NameRule {
  noun: string;
  /** Maximum length in Unicode characters. */
  maxLength: number;
  /** Matches the forbidden parts of a name. */
  forbidden: RegExp;
  /** Ends the sentence about a forbidden character. */
  hint: string;
}

/** Returns a sentence that says what is wrong and what to do; undefined for a valid name. */
export function findNameFault(
  { noun, maxLength, forbidden, hint }: NameRule,
  name: string,
): string | undefined {
  if (isUnseen(name)) return `A ${noun} needs a name that people see.`;
  const length = [...name].length;
  if (length > maxLength) {
    return `The name has ${length} characters; a ${noun}’s name has at most ${maxLength}. Shorten it.`;
  }
  const misleading = findMisleadingCharacter(name);
  if (misleading !== undefined) return `A ${noun}’s name may not hold ${misleading}.`;
  const found = forbidden.exec(name);
  return found === null ? undefined : `A ${noun}’s name may not hold ${found[0]}${hint}`;
}
