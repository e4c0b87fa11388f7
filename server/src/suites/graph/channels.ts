/** Reads channels, and who may see them. */
import type { Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../domain/channels/model.ts';
import type { ChannelAccess, SuiteChannels } from '../../domain/channels/suite.ts';
import { isUuid } from '../../kernel/ids.ts';
import { ALL_VALUES, inClientOrder, toChannel } from './channel-answers.ts';
import { GraphFailure } from './failure.ts';
import { isSegment } from './opaque-ids.ts';
import { aboutTeam, type GraphParts } from './parts.ts';
import { bodyOf, memberCall, readTeamWith, roleIn } from './teams.ts';
import { at, type GraphCall } from './transport.ts';

/** Returns the channels that the team hosts, without those shared with it. */
export async function listChannels(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
): Promise<TeamChannel[]> {
  const turn = { budget: 'listInTeams', teamId } as const;
  const channels = await aboutTeam(parts, tenantId, teamId, () =>
    parts.graphOf(tenantId).list<Channel>(at`/teams/${teamId}/channels`, turn, ALL_VALUES),
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

export const createChannelReads = (parts: GraphParts) =>
  ({
    list: (tenantId, teamId) => listChannels(parts, tenantId, teamId),

    async listVisibleTo(tenantId, teamId, userId) {
      const channels = await listChannels(parts, tenantId, teamId);
      const closed = channels.filter(({ membershipType }) => membershipType !== 'standard');
      const calls = isUuid(userId)
        ? closed.map(({ id }) => memberCall(teamId, at`/teams/${teamId}/channels/${id}`, userId))
        : [];
      const answers = await parts.graphOf(tenantId).batch(calls);
      const roles = new Map(closed.map(({ id }, index) => [id, answers[index] && roleIn(answers[index])]));
      return channels.filter(({ id, membershipType }) => membershipType === 'standard' || roles.get(id));
    },

    async primary(tenantId, teamId) {
      const turn = { budget: 'readTeams', teamId } as const;
      const channel = await aboutTeam(parts, tenantId, teamId, () =>
        parts.graphOf(tenantId).get<Channel>(at`/teams/${teamId}/primaryChannel`, turn, ALL_VALUES),
      );
      return toChannel(channel);
    },

    async access(tenantId, teamId, channelId, userId): Promise<ChannelAccess | undefined> {
      if (!isSegment(channelId)) return undefined;
      const isPerson = userId !== undefined && isUuid(userId);
      const path = channelPath({ teamId, channelId });
      const membership = isPerson
        ? [memberCall(teamId, at`/teams/${teamId}`, userId), memberCall(teamId, path, userId)]
        : [];
      const read = await readTeamWith(parts, tenantId, teamId, [
        channelCall(teamId, channelId),
        ...membership,
      ]);
      if (read === undefined) return undefined;
      const [found, team, own] = read.answers;
      if (found instanceof GraphFailure && NO_CHANNEL.includes(found.status)) return undefined;
      const channel = toChannel(bodyOf<Channel>(found));
      const role = isPerson ? roleIn(team) : undefined;
      if (!isPerson || channel.membershipType === 'standard') {
        return { suiteTeam: read.suiteTeam, role, channel, channelRole: role };
      }
      return { suiteTeam: read.suiteTeam, role, channel, channelRole: roleIn(own) };
    },
  }) satisfies Partial<SuiteChannels>;
