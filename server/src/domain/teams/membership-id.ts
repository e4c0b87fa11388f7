import type { MemberRole, TeamMember } from './model.ts';

/**
 * The id of a membership: base64 of `<team or channel id>##<user id>`, as in the examples of Microsoft Graph's "List
 * members of team". It is opaque to clients, and stable while the membership lasts.
 */
export const membershipId = (ofId: string, userId: string): string =>
  Buffer.from(`${ofId}##${userId}`).toString('base64');

/** Returns the user of a team's membership; undefined for an id that membershipId has not built. */
export function userOfMembership(teamId: string, id: string): string | undefined {
  const text = Buffer.from(id, 'base64').toString();
  const userId = text.startsWith(`${teamId}##`) ? text.slice(teamId.length + 2) : '';
  return userId !== '' && membershipId(teamId, userId) === id ? userId : undefined;
}

/** The row of a person in a team or channel. */
export interface MemberRow extends Pick<TeamMember, 'userId' | 'displayName' | 'email'> {
  role: MemberRole;
}

export const memberOf = (ofId: string, { userId, displayName, email, role }: MemberRow): TeamMember => ({
  id: membershipId(ofId, userId),
  userId,
  displayName,
  email,
  roles: role === 'member' ? [] : [role],
});
