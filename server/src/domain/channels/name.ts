/** Rules of a channel's display name (contract 5, TeamChannel). */
import { CHANNEL_NAME_FORBIDDEN, CHANNEL_NAME_MAX_LENGTH } from './model.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** What is wrong with the name, as a sentence that says what to do; undefined when it will do. */
export function findChannelNameFault(name: string): string | undefined {
  if (name.trim() === '') return 'A channel needs a name.';
  const length = [...name].length;
  if (length > CHANNEL_NAME_MAX_LENGTH) {
    return `The name has ${length} characters; a channel’s name has at most ${CHANNEL_NAME_MAX_LENGTH}. Shorten it.`;
  }
  if (CONTROL_CHARACTER.test(name)) return 'A channel’s name may not hold control characters.';
  const found = CHANNEL_NAME_FORBIDDEN.exec(name);
  if (found === null) return undefined;
  return `A channel’s name may not hold ${found[0]} (none of ~ # % & * { } + / \\ : < > ? | ' " , and no two dots in a row).`;
}
