import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import { membershipId } from '../../../domain/teams/membership-id.ts';
import type { TeamMember } from '../../../domain/teams/model.ts';
import { at } from '../client/request.ts';
import type { GraphCall, GraphTransport } from '../client/transport.ts';

/** Returns the call that reads the membership of one person in the team or channel at the path. */
export const memberCall = (teamId: string, path: string, userId: string): GraphCall => ({
  method: 'GET',
  path: `${path}/members?$filter=${at`(microsoft.graph.aadUserConversationMember/userId eq '${userId}')`}`,
  budget: 'listInTeams',
  teamId,
});

/** Query for the largest page ("List members of team"). "List members of a channel" has no such option. */
const MAX_OF_TEAM = '?$top=999';

/**
 * Returns the call that reads the members of the team or channel at the path. The call is the same for everybody, so
 * that people can share its response.
 */
const rosterCall = (teamId: string, path: string, query = ''): GraphCall => ({
  method: 'GET',
  path: `${path}/members${query}`,
  budget: 'listInTeams',
  teamId,
});

export const teamRosterCall = (teamId: string): GraphCall =>
  rosterCall(teamId, at`/teams/${teamId}`, MAX_OF_TEAM);

export const channelRosterCall = (teamId: string, channelId: string): GraphCall =>
  rosterCall(teamId, at`/teams/${teamId}/channels/${channelId}`);

/**
 * Returns a member with Charter's own id of the membership. The id derives from the team or channel and the user, so
 * that lists from the copy have the same ids. Skips roles that Charter does not have.
 */
export const toMember = (
  ofId: string,
  { userId, displayName, email, roles }: AadUserConversationMember,
): TeamMember => ({
  id: membershipId(ofId, userId ?? ''),
  userId: userId ?? '',
  displayName: displayName ?? '',
  email: email ?? null,
  roles: (roles ?? []).filter((role) => role === 'owner' || role === 'guest'),
});

const ROLES = { owner: ['owner'], member: [], guest: ['guest'] } as const;

/** A membership with the id that Graph gives it. */
export interface GraphMember extends TeamMember {
  graphId: string;
}

/**
 * Reads the members of the team or channel at the path.
 * @param ofId id of the team or channel
 */
export const readMembersAt = async (
  graph: GraphTransport,
  path: string,
  teamId: string,
  ofId: string,
): Promise<GraphMember[]> => {
  const charge = { budget: 'listInTeams', teamId } as const;
  const members = await graph.list<AadUserConversationMember>(`${path}/members`, charge);
  return members.map((member) => ({ ...toMember(ofId, member), graphId: member.id! }));
};

export const withoutGraphId = ({ graphId: _, ...member }: GraphMember): TeamMember => member;

export const listMembersAt = async (...place: Parameters<typeof readMembersAt>): Promise<TeamMember[]> =>
  (await readMembersAt(...place)).map(withoutGraphId);

export const toNewMember = (
  { user, role }: { user: { id: string }; role: keyof typeof ROLES },
  bind: (path: string) => string,
) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  roles: ROLES[role],
  'user@odata.bind': bind(at`/users('${user.id}')`),
});
