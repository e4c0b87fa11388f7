/** The rule for a team's display name. */
import { type Message, say } from '../../kernel/messages.ts';
import { findNameFault } from '../names/rule.ts';

/** Characters that Microsoft 365 rejects in the name of a group. */
export const FORBIDDEN_TEAM_NAME_CHARACTERS = /["*:<>?/\\]/;

/** Returns a sentence that says what is wrong and what to do; undefined for a valid name. */
export const findTeamNameFault = (name: string, maxLength: number): Message | undefined =>
  findNameFault(
    {
      noun: 'team',
      maxLength,
      forbidden: FORBIDDEN_TEAM_NAME_CHARACTERS,
      hint: say('names.teamCharacters', '. None of {characters} is allowed.', {
        characters: '" * : < > ? / \\',
      }),
    },
    name,
  );
