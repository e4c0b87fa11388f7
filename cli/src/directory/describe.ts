import type { DirectoryTeam } from '@charter/sdk';

type Shown = Pick<DirectoryTeam, 'owners' | 'answers' | 'role' | 'joinRequest'>;

export const ownersOf = ({ owners }: Shown): string =>
  owners.map(({ displayName }) => displayName).join(', ');

/** The caller's relation to the team. */
export const standingOf = ({ role, joinRequest }: Shown): string | undefined =>
  role ?? (joinRequest && 'asked to join');
