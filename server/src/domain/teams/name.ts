/** The rule for a team's display name. */
import { findNameFault } from '../names/rule.ts';

/** Characters that Microsoft 365 rejects in the name of a group. */
export const TEAM_NAME_FORBIDDEN = /["*:<>?/\\]/;

/** Returns a sentence that says what is wrong and what to do; undefined for a valid name. */
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
