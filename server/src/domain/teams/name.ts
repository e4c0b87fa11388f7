/** The rule of a team's display name. */
import { findNameFault } from '../names/rule.ts';

/** Characters that Microsoft 365 rejects in the name of a group. */
export const TEAM_NAME_FORBIDDEN = /["*:<>?/\\]/;

/** What is wrong with the name, as a sentence that says what to do; undefined when the name is valid. */
export const findTeamNameFault = (name: string, maxLength: number): string | undefined =>
  findNameFault(
    {
      noun: 'team',
      maxLength,
      forbidden: TEAM_NAME_FORBIDDEN,
      hint: '. None of " * : < > ? / \\ is allowed.',
    },
    name,
  );
