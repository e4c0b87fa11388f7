/** Reads channels, and the access of people to them. */
import type { Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { ChannelAccess, SuiteChannels } from '../../../domain/channels/suite.ts';
import { channelReadOnly, noChannel } from '../../../domain/channels/suite-rules.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { say } from '../../../kernel/messages.ts';
import {
  ALL_VALUES,
  type ChannelIds,
  channelCall,
  channelPath,
  channelsCall,
  primaryChannelCall,
  sortLikeTeams,
  toChannel,
} from '../calls/channels.ts';
import { channelRosterCall, teamRosterCall } from '../calls/members.ts';
import { GraphFailure, hasStatus, notShown, retryLater } from '../client/failure.ts';
import { isSegment } from '../client/request.ts';
import { bodyOf, type GraphOutcome } from '../client/transport.ts';
import type { MirrorParts } from './parts.ts';
import { callAboutTeam, findRole, findRoleInTeam, readSharedTeam } from './teams.ts';

/** Returns the channels that the team hosts, without those shared with it. */
export async function listChannels(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<TeamChannel[]> {
  const { path, ...charge } = channelsCall(teamId);
  const channels = await callAboutTeam(parts, tenantId, teamId, () =>
    parts.graphOf(tenantId).list<Channel>(path, charge, ALL_VALUES),
  );
  return sortLikeTeams(channels.map(toChannel));
}

/** Lists the channels for a person's request (shared-reads.ts). */
async function listSharedChannels(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
): Promise<TeamChannel[]> {
  const channels = await callAboutTeam(parts, tenantId, teamId, () =>
    parts.reads.list<Channel>(tenantId, teamId, channelsCall(teamId)),
  );
  return sortLikeTeams(channels.map(toChannel));
}

const NO_CHANNEL = [400, 404];

/** Whether Charter has created the channel so recently that Graph may not show it everywhere. */
const isMade = ({ effects }: MirrorParts, { tenantId, teamId, channelId }: ChannelIds): Promise<boolean> =>
  effects.hasMade(tenantId, { kind: 'channel', scope: teamId }, channelId);

/**
 * Returns the channel from the list of all channels, or from a call for this channel if the list lacks it. People who
 * open several channels of a team share the list.
 */
async function channelIn(
  parts: MirrorParts,
  { tenantId, teamId, channelId }: ChannelIds,
  channels: GraphOutcome | undefined,
): Promise<TeamChannel | undefined> {
  const { value } = bodyOf<{ value: Channel[] }>(channels);
  const listed = value.find(({ id }) => id === channelId);
  if (listed !== undefined) return toChannel(listed);
  const [found] = await parts.reads.outcomes(tenantId, teamId, [channelCall(teamId, channelId)]);
  const isMissing = found instanceof GraphFailure && NO_CHANNEL.includes(found.status);
  if (!isMissing) return toChannel(bodyOf<Channel>(found));
  if (await isMade(parts, { tenantId, teamId, channelId })) throw notShown('channel');
  return undefined;
}

export const createChannelReads = (parts: MirrorParts) =>
  ({
    list: (tenantId, teamId) => listSharedChannels(parts, tenantId, teamId),

    async listVisibleTo(tenantId, teamId, userId) {
      const channels = await listSharedChannels(parts, tenantId, teamId);
      const isOpen = ({ membershipType }: TeamChannel): boolean => membershipType === 'standard';
      const closed = isUuid(userId) ? channels.filter((channel) => !isOpen(channel)) : [];
      const calls = closed.map(({ id }) => channelRosterCall(teamId, id));
      const rosters = await parts.reads.outcomes(tenantId, teamId, calls);
      const own = new Set<string>();
      for (const [index, { id: channelId }] of closed.entries()) {
        const path = channelPath({ teamId, channelId });
        const membership = { tenantId, teamId, path, userId };
        const role = await callAboutChannel(parts, tenantId, teamId, channelId, () =>
          findRole(parts, membership, rosters[index]),
        );
        if (role) own.add(channelId);
      }
      return channels.filter((channel) => isOpen(channel) || own.has(channel.id));
    },

    async primary(tenantId, teamId) {
      return callAboutTeam(parts, tenantId, teamId, async () => {
        const [answer] = await parts.reads.outcomes(tenantId, teamId, [primaryChannelCall(teamId)]);
        return toChannel(bodyOf<Channel>(answer));
      });
    },

    async access(tenantId, teamId, channelId, userId): Promise<ChannelAccess | undefined> {
      if (!isSegment(channelId)) return undefined;
      const isPerson = userId !== undefined && isUuid(userId);
      const read = await readSharedTeam(parts, tenantId, teamId, [
        channelsCall(teamId),
        ...(isPerson ? [teamRosterCall(teamId)] : []),
      ]);
      if (read === undefined) return undefined;
      const { suiteTeam, answers } = read;
      const [channels, roster] = answers;
      const channel = await callAboutTeam(parts, tenantId, teamId, () =>
        channelIn(parts, { tenantId, teamId, channelId }, channels),
      );
      if (channel === undefined) return undefined;
      if (!isPerson) return { suiteTeam, role: undefined, channel, channelRole: undefined };
      return callAboutChannel(parts, tenantId, teamId, channelId, async () => {
        const role = await findRoleInTeam(parts, { tenantId, teamId, userId }, roster);
        if (channel.membershipType === 'standard') return { suiteTeam, role, channel, channelRole: role };
        const path = channelPath({ teamId, channelId });
        const [own] = await parts.reads.outcomes(tenantId, teamId, [channelRosterCall(teamId, channelId)]);
        const channelRole = await findRole(parts, { tenantId, teamId, userId, path }, own);
        return { suiteTeam, role, channel, channelRole };
      });
    },
  }) satisfies Partial<SuiteChannels>;

/**
 * Makes a call about a channel.
 * @throws NotFound for a missing team or channel, and for an id that Graph can't parse; ServiceUnavailable when Graph
 *   responds with 404 for a channel that it lists or that Charter has just created
 */
export async function callAboutChannel<Result>(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  channelId: string,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!isSegment(channelId)) throw noChannel(channelId);
  const callOrMiss = async (): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      const isMissing = hasStatus(error, 400) && !(await isHostedChannel(parts, tenantId, teamId, channelId));
      throw isMissing ? noChannel(channelId) : error;
    }
  };
  return callAboutTeam(parts, tenantId, teamId, callOrMiss, async (failure) => {
    if (await isMade(parts, { tenantId, teamId, channelId })) return notShown('channel', failure);
    if (!(await isHostedChannel(parts, tenantId, teamId, channelId))) return noChannel(channelId);
    return retryLater(
      say('graph.inconsistentChannel', 'Microsoft Graph does not agree with itself about a channel yet.'),
      15,
      failure,
    );
  });
}

/**
 * Checks that Graph shows the channel, and that it is not archived.
 * @throws GraphFailure for a channel that Graph does not show; Conflict for an archived one
 */
export async function assertChannelWritable(parts: MirrorParts, ids: ChannelIds): Promise<void> {
  const { tenantId, teamId } = ids;
  const path = `${channelPath(ids)}?$select=id,isArchived`;
  const { isArchived } = await parts
    .graphOf(tenantId)
    .get<Channel>(path, { budget: 'readTeams', teamId }, ALL_VALUES);
  if (isArchived) throw channelReadOnly();
}

export async function isHostedChannel(
  parts: MirrorParts,
  tenantId: string,
  teamId: string,
  channelId: string,
): Promise<boolean> {
  if (await isMade(parts, { tenantId, teamId, channelId })) return true;
  const channels = await listChannels(parts, tenantId, teamId);
  return channels.some(({ id }) => id === channelId);
}
