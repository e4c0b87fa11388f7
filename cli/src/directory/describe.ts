import type { DirectoryTeam } from '@charter/sdk';

type Shown = Pick<DirectoryTeam, 'owners' | 'answers' | 'role' | 'joinRequest'>;

export const ownersOf = ({ owners }: Shown): string =>
  owners.map(({ displayName }) => displayName).join(', ');

/** What the caller is to the team. */
export const standingOf = ({ role, joinRequest }: Shown): string | undefined =>
  role ?? (joinRequest && 'asked to join');
