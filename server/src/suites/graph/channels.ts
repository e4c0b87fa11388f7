/** Reads channels, and who may see them. */
import type { Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../domain/channels/model.ts';
import type { ChannelAccess, SuiteChannels } from '../../domain/channels/suite.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Answer, bodyOf } from './answer.ts';
import { ALL_VALUES, inClientOrder, toChannel } from './channel-answers.ts';
import { GraphFailure } from './failure.ts';
import { isSegment } from './opaque-ids.ts';
import { aboutTeam, type GraphParts } from './parts.ts';
import { untilShown } from './shown.ts';
import { channelRosterCall, readSharedTeam, roleIn, teamRosterCall } from './teams.ts';
import { at, type GraphCall } from './transport.ts';

/** Returns the channels that the team hosts, without those shared with it. */
export async function listChannels(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
): Promise<TeamChannel[]> {
  const { path, ...turn } = channelsCall(teamId);
  const channels = await aboutTeam(parts, tenantId, teamId, () =>
    parts.graphOf(tenantId).list<Channel>(path, turn, ALL_VALUES),
  );
  return inClientOrder(channels.map(toChannel));
}

const channelsCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: at`/teams/${teamId}/channels`,
  budget: 'listInTeams',
  teamId,
  headers: ALL_VALUES,
});

/** Lists the channels for a person who waits (team-reads.ts). */
async function listSharedChannels(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
): Promise<TeamChannel[]> {
  const channels = await aboutTeam(parts, tenantId, teamId, () =>
    parts.reads.list<Channel>(tenantId, teamId, channelsCall(teamId)),
  );
  return inClientOrder(channels.map(toChannel));
}

/** Ids of a channel, its team and its tenant. */
export interface ChannelIds {
  tenantId: string;
  teamId: string;
  channelId: string;
}

export const channelPath = ({ teamId, channelId }: Pick<ChannelIds, 'teamId' | 'channelId'>): string =>
  at`/teams/${teamId}/channels/${channelId}`;

export const channelCall = (teamId: string, channelId: string): GraphCall => ({
  method: 'GET',
  path: channelPath({ teamId, channelId }),
  budget: 'readTeams',
  teamId,
  headers: ALL_VALUES,
});

const NO_CHANNEL = [400, 404];

/**
 * Returns the channel by the answer to a call for all channels, or by a call for this channel if that answer lacks it.
 * People who look at several channels of a team share the call for all.
 */
async function channelIn(
  parts: GraphParts,
  { tenantId, teamId, channelId }: ChannelIds,
  channels: Answer | undefined,
): Promise<TeamChannel | undefined> {
  const { value } = bodyOf<{ value: Channel[] }>(channels);
  const listed = value.find(({ id }) => id === channelId);
  if (listed !== undefined) return toChannel(listed);
  return untilShown(parts, {
    what: 'channel',
    async find() {
      const [found] = await parts.reads.answers(tenantId, teamId, [channelCall(teamId, channelId)]);
      if (found instanceof GraphFailure && NO_CHANNEL.includes(found.status)) return undefined;
      return toChannel(bodyOf<Channel>(found));
    },
    isRecent: () => parts.effects.hasMade(tenantId, { kind: 'channel', scope: teamId }, channelId),
  });
}

export const createChannelReads = (parts: GraphParts) =>
  ({
    list: (tenantId, teamId) => listSharedChannels(parts, tenantId, teamId),

    async listVisibleTo(tenantId, teamId, userId) {
      const channels = await listSharedChannels(parts, tenantId, teamId);
      const isOpen = ({ membershipType }: TeamChannel): boolean => membershipType === 'standard';
      const closed = isUuid(userId) ? channels.filter((channel) => !isOpen(channel)) : [];
      const calls = closed.map(({ id }) => channelRosterCall(teamId, id));
      const rosters = await parts.reads.answers(tenantId, teamId, calls);
      const own = new Set<string>();
      for (const [place, { id: channelId }] of closed.entries()) {
        const path = channelPath({ teamId, channelId });
        const membership = { tenantId, teamId, path, userId };
        if (await roleIn(parts, membership, rosters[place])) own.add(channelId);
      }
      return channels.filter((channel) => isOpen(channel) || own.has(channel.id));
    },

    async primary(tenantId, teamId) {
      const path = at`/teams/${teamId}/primaryChannel`;
      const call = { method: 'GET', path, budget: 'readTeams', teamId, headers: ALL_VALUES } as const;
      return aboutTeam(parts, tenantId, teamId, async () => {
        const [answer] = await parts.reads.answers(tenantId, teamId, [call]);
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
      const channel = await channelIn(parts, { tenantId, teamId, channelId }, channels);
      if (channel === undefined) return undefined;
      if (!isPerson) return { suiteTeam, role: undefined, channel, channelRole: undefined };
      const inTeam = { tenantId, teamId, path: at`/teams/${teamId}`, userId };
      const role = await roleIn(parts, inTeam, roster);
      if (channel.membershipType === 'standard') return { suiteTeam, role, channel, channelRole: role };
      const path = channelPath({ teamId, channelId });
      const [own] = await parts.reads.answers(tenantId, teamId, [channelRosterCall(teamId, channelId)]);
      return { suiteTeam, role, channel, channelRole: await roleIn(parts, { ...inTeam, path }, own) };
    },
  }) satisfies Partial<SuiteChannels>;
