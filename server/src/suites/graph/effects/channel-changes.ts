/** Changes and deletes channels, adds their members, and deletes tabs. */
import type { AadUserConversationMember, Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { ChannelPatch, SuiteChannels } from '../../../domain/channels/suite.ts';
import {
  assertChannelPatch,
  channelNameTaken,
  channelReadOnly,
  guestsInSharedChannel,
  primaryChannelProtected,
  standardChannelMembersFixed,
  usersOutsideTeam,
} from '../../../domain/channels/suite-rules.ts';
import type { TeamMember } from '../../../domain/teams/model.ts';
import type { NewMember } from '../../../domain/teams/suite.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  ALL_VALUES,
  type ChannelIds,
  channelCall,
  channelPath,
  primaryChannelCall,
  toChannel,
} from '../calls/channels.ts';
import { listMembersAt, readMembersAt, toMember, toNewMember, withoutGraphId } from '../calls/members.ts';
import { hasStatus, notShown } from '../client/failure.ts';
import { at } from '../client/request.ts';
import { assertChannelWritable, callAboutChannel, listChannels } from '../mirror/channels.ts';
import { assertTeamWritable, inTeamQueue } from '../mirror/teams.ts';
import type { GraphParts } from './effects.ts';
import { inRequestOrder, peopleToAdd, promote } from './members.ts';
import { assertAddable } from './people.ts';

/**
 * Runs a change of an existing channel.
 * @throws NotFound, TeamArchived
 */
function changeChannel<Result>(
  parts: GraphParts,
  ids: ChannelIds,
  work: (channel: TeamChannel) => Promise<Result>,
): Promise<Result> {
  const { tenantId, teamId, channelId } = ids;
  return inTeamQueue(parts, tenantId, teamId, () =>
    callAboutChannel(parts, tenantId, teamId, channelId, async () => {
      const { body } = await parts.graphOf(tenantId).call<Channel>(channelCall(teamId, channelId));
      await assertTeamWritable(parts, tenantId, teamId);
      return work(toChannel(body));
    }),
  );
}

export async function findPrimaryChannelId(
  parts: GraphParts,
  { tenantId, teamId }: Pick<ChannelIds, 'tenantId' | 'teamId'>,
): Promise<string | null | undefined> {
  return (await parts.graphOf(tenantId).call<Channel>(primaryChannelCall(teamId))).body.id;
}

/** @throws Conflict for the primary channel; NameAlreadyExists */
async function assertRenamable(
  parts: GraphParts,
  ids: ChannelIds,
  channel: TeamChannel,
  name: string,
): Promise<void> {
  if ((await findPrimaryChannelId(parts, ids)) === channel.id) {
    throw primaryChannelProtected('rename');
  }
  const channels = await listChannels(parts, ids.tenantId, ids.teamId);
  const isTaken = channels.some(
    ({ id, displayName }) => id !== channel.id && displayName.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw channelNameTaken([name]);
}

/** @throws NameAlreadyExists */
async function patchChannel(parts: GraphParts, ids: ChannelIds, body: ChannelPatch): Promise<void> {
  const { tenantId, teamId } = ids;
  try {
    await parts.graphOf(tenantId).call({
      method: 'PATCH',
      path: channelPath(ids),
      budget: 'writeTeams',
      teamId,
      body,
      headers: ALL_VALUES,
    });
  } catch (error) {
    const isTaken = hasStatus(error, 400) && /already exist/i.test(error.facts.message);
    throw isTaken ? channelNameTaken([body.displayName ?? '']) : error;
  }
}

/**
 * Updates the channel. Returns it with the patch applied.
 * @throws Conflict for an archived channel, and for a new name of the primary channel; NameAlreadyExists
 */
async function update(
  parts: GraphParts,
  ids: ChannelIds,
  channel: TeamChannel,
  { displayName, description }: ChannelPatch,
): Promise<TeamChannel> {
  const { tenantId, teamId, channelId } = ids;
  if (channel.isArchived) throw channelReadOnly();
  const isRenamed = displayName !== undefined && displayName !== channel.displayName;
  if (isRenamed) await assertRenamable(parts, ids, channel, displayName);
  const body = {
    ...(isRenamed && { displayName }),
    ...(description !== undefined && { description }),
  };
  if (Object.keys(body).length > 0) await patchChannel(parts, ids, body);
  const to = {
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description: description || null }),
  };
  await parts.knownChannels.changed(tenantId, teamId, { updated: channelId, to });
  return { ...channel, ...to };
}

/** @throws Conflict for the primary channel */
async function deleteChannel(parts: GraphParts, ids: ChannelIds): Promise<void> {
  const { tenantId, teamId, channelId } = ids;
  if ((await findPrimaryChannelId(parts, ids)) === channelId) {
    throw primaryChannelProtected('delete');
  }
  const path = channelPath(ids);
  await parts.graphOf(tenantId).call({ method: 'DELETE', path, budget: 'deleteInTeams', teamId });
  await parts.knownChannels.changed(tenantId, teamId, { deleted: channelId });
  await parts.effects.forgetMade(tenantId, { kind: 'channel', scope: teamId }, channelId);
}

/** @throws NotFound for a missing channel or tab, TeamArchived, Conflict for an archived channel */
async function deleteTab(parts: GraphParts, ids: ChannelIds, tabId: string): Promise<void> {
  const { tenantId, teamId, channelId } = ids;
  const path = `${channelPath(ids)}/tabs`;
  const graph = parts.graphOf(tenantId);
  const charge = { budget: 'readTeams', teamId } as const;
  await callAboutChannel(parts, tenantId, teamId, channelId, async () => {
    const tabs = await graph.list<{ id: string }>(path, charge);
    await assertTeamWritable(parts, tenantId, teamId);
    await assertChannelWritable(parts, ids);
    const isPresent = tabs.some(({ id }) => id === tabId);
    const isNew =
      !isPresent && (await parts.effects.hasMade(tenantId, { kind: 'tab', scope: channelId }, tabId));
    if (isNew) throw notShown('tab');
    if (!isPresent) throw notFound('tab', tabId);
    const tab = `${path}${at`/${tabId}`}`;
    await graph.call({ method: 'DELETE', path: tab, budget: 'deleteInTeams', teamId });
  });
  await parts.effects.forgetMade(tenantId, { kind: 'tab', scope: channelId }, tabId);
}

export const createChannelChanges = (parts: GraphParts) =>
  ({
    async update(tenantId, teamId, channelId, patch) {
      assertChannelPatch(patch);
      const ids = { tenantId, teamId, channelId };
      return changeChannel(parts, ids, (channel) => update(parts, ids, channel, patch));
    },

    async delete(tenantId, teamId, channelId) {
      const ids = { tenantId, teamId, channelId };
      await changeChannel(parts, ids, () => deleteChannel(parts, ids));
    },

    async deleteTab(tenantId, teamId, channelId, tabId) {
      const ids = { tenantId, teamId, channelId };
      await inTeamQueue(parts, tenantId, teamId, () => deleteTab(parts, ids, tabId));
    },
  }) satisfies Partial<SuiteChannels>;

/* Members of private and shared channels. */

/**
 * Returns the error for people whom Graph does not show in the team. It is transient when Charter's copy has some of
 * them in the team; otherwise it says that they can't be in a private channel.
 */
export async function notInTeamError(
  { memberCopy }: GraphParts,
  tenantId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<Error> {
  return (await memberCopy.hasSome(tenantId, teamId, userIds))
    ? notShown('member')
    : usersOutsideTeam(userIds);
}

/**
 * Adds people to the channel. Promotes members who are to be owners. Returns the memberships in the order of the
 * request.
 * @throws InvalidRequest, NotFound
 */
export async function addToChannel(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  { id, membershipType }: TeamChannel,
  members: readonly NewMember[],
): Promise<TeamMember[]> {
  const people = await peopleToAdd(parts, tenantId, members);
  const graph = parts.graphOf(tenantId);
  const path = at`/teams/${teamId}/channels/${id}`;
  const present = await readMembersAt(graph, path, teamId, id);
  const known = new Set(present.map(({ userId }) => userId));
  const missing = [...people.values()].filter(({ user }) => !known.has(user.id));
  const missingIds = missing.map(({ user }) => user.id);
  if (membershipType === 'shared') {
    const guests = missing.filter(({ role }) => role === 'guest').map(({ user }) => user.id);
    if (guests.length > 0) throw guestsInSharedChannel(guests);
  } else if (missingIds.length > 0) {
    const team = await listMembersAt(graph, at`/teams/${teamId}`, teamId, teamId);
    const outsiders = missingIds.filter((userId) => !team.some((member) => member.userId === userId));
    if (outsiders.length > 0) throw await notInTeamError(parts, tenantId, teamId, outsiders);
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
  return inRequestOrder(members, present.map(withoutGraphId), promoted, added);
}

export function createChannelMembers(parts: GraphParts) {
  const readChannel = async (tenantId: string, teamId: string, channelId: string): Promise<TeamChannel> => {
    const charge = { budget: 'readTeams', teamId } as const;
    const path = at`/teams/${teamId}/channels/${channelId}`;
    return toChannel(await parts.graphOf(tenantId).get<Channel>(path, charge, ALL_VALUES));
  };

  return {
    async listMembers(tenantId, teamId, channelId) {
      return callAboutChannel(parts, tenantId, teamId, channelId, () =>
        listMembersAt(parts.graphOf(tenantId), at`/teams/${teamId}/channels/${channelId}`, teamId, channelId),
      );
    },

    async addMembers(tenantId, teamId, channelId, members) {
      return inTeamQueue(parts, tenantId, teamId, () =>
        callAboutChannel(parts, tenantId, teamId, channelId, async () => {
          const channel = await readChannel(tenantId, teamId, channelId);
          await assertTeamWritable(parts, tenantId, teamId);
          if (channel.membershipType === 'standard') {
            throw standardChannelMembersFixed();
          }
          return addToChannel(parts, tenantId, teamId, channel, members);
        }),
      );
    },
  } satisfies Partial<SuiteChannels>;
}
