import { aboutChannel } from '../mirror/channels.ts';
/** Members of private and shared channels. */

import type { AadUserConversationMember, Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { SuiteChannels } from '../../../domain/channels/suite.ts';
import { guestsInShared, outsideTeam, standardMembers } from '../../../domain/channels/suite-rules.ts';
import type { TeamMember } from '../../../domain/teams/model.ts';
import type { NewMember } from '../../../domain/teams/suite.ts';
import { ALL_VALUES, toChannel } from '../calls/channels.ts';
import { listMembersAt, readMembersAt, toMember, toNewMember, withoutGraphId } from '../calls/members.ts';
import { hasStatus } from '../client/failure.ts';
import { notShown } from '../client/not-shown.ts';
import { at } from '../client/paths.ts';
import { assertWritable } from '../mirror/about-team.ts';
import { inOrder, peopleOf, promote } from './members.ts';
import type { GraphParts } from './parts.ts';
import { assertAddable } from './people.ts';
import { inTurn } from './turns.ts';

/**
 * Returns the error for people whom Graph does not show in the team: a transient one when Charter's copy has some of
 * them in the team, else one that says that they can't be in a private channel.
 */
export async function notInTeam(
  { memberCopy }: GraphParts,
  tenantId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<Error> {
  return (await memberCopy.hasSome(tenantId, teamId, userIds)) ? notShown('member') : outsideTeam(userIds);
}

/**
 * Adds people to the channel, and makes members owners. Returns the memberships in the order of the request.
 * @throws InvalidRequest, NotFound
 */
export async function addToChannel(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  { id, membershipType }: TeamChannel,
  members: readonly NewMember[],
): Promise<TeamMember[]> {
  const people = await peopleOf(parts, tenantId, members);
  const graph = parts.graphOf(tenantId);
  const path = at`/teams/${teamId}/channels/${id}`;
  const present = await readMembersAt(graph, path, teamId, id);
  const known = new Set(present.map(({ userId }) => userId));
  const missing = [...people.values()].filter(({ user }) => !known.has(user.id));
  const missingIds = missing.map(({ user }) => user.id);
  if (membershipType === 'shared') {
    const guests = missing.filter(({ role }) => role === 'guest').map(({ user }) => user.id);
    if (guests.length > 0) throw guestsInShared(guests);
  } else if (missingIds.length > 0) {
    const team = await listMembersAt(graph, at`/teams/${teamId}`, teamId, teamId);
    const outsiders = missingIds.filter((userId) => !team.some((member) => member.userId === userId));
    if (outsiders.length > 0) throw await notInTeam(parts, tenantId, teamId, outsiders);
  }
  const promoted = await promote(graph, path, teamId, present, people);
  const added: TeamMember[] = [];
  for (const { user, role } of missing) {
    const call = graph.call<AadUserConversationMember>({
      method: 'POST',
      path: `${path}/members`,
      budget: 'writeTeams',
      teamId,
      // A guest gets no role: roles must be `owner` or empty ("Add member to channel").
      body: toNewMember({ user, role: role === 'guest' ? 'member' : role }, graph.bind),
    });
    const { body } = await call.catch(async (error: unknown) => {
      if (hasStatus(error, 404)) await assertAddable(parts, tenantId, [user.id]);
      throw error;
    });
    added.push(toMember(id, body));
  }
  await parts.copy.touch(tenantId, teamId);
  return inOrder(members, present.map(withoutGraphId), promoted, added);
}

export function createChannelMembers(parts: GraphParts) {
  const readChannel = async (tenantId: string, teamId: string, channelId: string): Promise<TeamChannel> => {
    const turn = { budget: 'readTeams', teamId } as const;
    const path = at`/teams/${teamId}/channels/${channelId}`;
    return toChannel(await parts.graphOf(tenantId).get<Channel>(path, turn, ALL_VALUES));
  };

  return {
    async listMembers(tenantId, teamId, channelId) {
      return aboutChannel(parts, tenantId, teamId, channelId, () =>
        listMembersAt(parts.graphOf(tenantId), at`/teams/${teamId}/channels/${channelId}`, teamId, channelId),
      );
    },

    async addMembers(tenantId, teamId, channelId, members) {
      return inTurn(parts, tenantId, teamId, () =>
        aboutChannel(parts, tenantId, teamId, channelId, async () => {
          const channel = await readChannel(tenantId, teamId, channelId);
          await assertWritable(parts, tenantId, teamId);
          if (channel.membershipType === 'standard') {
            throw standardMembers();
          }
          return addToChannel(parts, tenantId, teamId, channel, members);
        }),
      );
    },
  } satisfies Partial<SuiteChannels>;
}
