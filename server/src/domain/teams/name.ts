/** Rules of a team's display name (contract 8). */
import { findMisleadingCharacter, isUnseen } from './visible-characters.ts';

/** What Microsoft 365 refuses in the name of a group. */
const FORBIDDEN = /["*:<>?/\\]/;

/** What is wrong with the name, as a sentence that says what to do; undefined when it will do. */
export function findTeamNameFault(name: string, maxLength: number): string | undefined {
  if (isUnseen(name)) return 'A team needs a name that people see.';
  const length = [...name].length;
  if (length > maxLength) {
    return `The name has ${length} characters; a team’s name has at most ${maxLength}. Shorten it.`;
  }
  const misleading = findMisleadingCharacter(name);
  if (misleading !== undefined) return `A team’s name may not hold ${misleading}.`;
  const found = FORBIDDEN.exec(name);
  if (found === null) return undefined;
  return `A team’s name may not hold ${found[0]}. None of " * : < > ? / \\ is allowed.`;
}
