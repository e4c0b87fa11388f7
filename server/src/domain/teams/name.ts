/** Rules of a team's display name (contract 8). */

/** What Microsoft 365 refuses in the name of a group, and control characters, which nobody could see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /["*:<>?/\\\u0000-\u001f\u007f]/;

/** What is wrong with the name, as a sentence that says what to do; undefined when it will do. */
export function findTeamNameFault(name: string, maxLength: number): string | undefined {
  if (name.trim() === '') return 'A team needs a name.';
  const length = [...name].length;
  if (length > maxLength) {
    return `The name has ${length} characters; a team’s name has at most ${maxLength}. Shorten it.`;
  }
  const found = FORBIDDEN.exec(name);
  if (found === null) return undefined;
  const character = found[0] < ' ' || found[0] === '\u007f' ? 'control characters' : found[0];
  return `A team’s name may not hold ${character}. None of " * : < > ? / \\ is allowed.`;
}
