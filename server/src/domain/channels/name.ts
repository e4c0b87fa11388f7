/** Rules of a channel's display name (contract 5, TeamChannel). */
import { findMisleadingCharacter, isUnseen } from '../teams/visible-characters.ts';
import { CHANNEL_NAME_FORBIDDEN, CHANNEL_NAME_MAX_LENGTH } from './model.ts';

/** What is wrong with the name, as a sentence that says what to do; undefined when it will do. */
export function findChannelNameFault(name: string): string | undefined {
  if (isUnseen(name)) return 'A channel needs a name that people see.';
  const length = [...name].length;
  if (length > CHANNEL_NAME_MAX_LENGTH) {
    return `The name has ${length} characters; a channel’s name has at most ${CHANNEL_NAME_MAX_LENGTH}. Shorten it.`;
  }
  const misleading = findMisleadingCharacter(name);
  if (misleading !== undefined) return `A channel’s name may not hold ${misleading}.`;
  const found = CHANNEL_NAME_FORBIDDEN.exec(name);
  if (found === null) return undefined;
  return `A channel’s name may not hold ${found[0]} (none of ~ # % & * { } + / \\ : < > ? | ' " , and no two dots in a row).`;
}
