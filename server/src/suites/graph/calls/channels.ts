import type { Channel } from '@microsoft/microsoft-graph-types';
import type { ChannelMembershipType, TeamChannel } from '../../../domain/channels/model.ts';
import { GENERAL } from '../../../domain/channels/name.ts';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';
import { toDateTime } from './teams.ts';

/** Without this header Graph shows shared channels, and their operations, as `unknownFutureValue`. */
export const ALL_VALUES = { Prefer: 'include-unknown-enum-members' };

const TYPES: readonly string[] = ['standard', 'private', 'shared'];

/** Reads any unknown type as `shared`: without ALL_VALUES, Graph sends `unknownFutureValue` for shared channels. */
const toType = (type: string | null | undefined): ChannelMembershipType =>
  type == null ? 'standard' : TYPES.includes(type) ? (type as ChannelMembershipType) : 'shared';

export const toChannel = (channel: Channel): TeamChannel => ({
  id: channel.id!,
  createdDateTime: toDateTime(channel.createdDateTime, new Date(0)),
  displayName: channel.displayName ?? '',
  description: channel.description || null,
  membershipType: toType(channel.membershipType),
  ...(channel.isArchived && { isArchived: true }),
});

/**
 * Sorts General first, then by name, as the Teams client does. Recognises General by its name.
 */
export const sortLikeTeams = (channels: readonly TeamChannel[]): TeamChannel[] =>
  channels.toSorted(
    (one, other) =>
      Number(other.displayName === GENERAL) - Number(one.displayName === GENERAL) ||
      one.displayName.toLowerCase().localeCompare(other.displayName.toLowerCase(), 'en') ||
      (one.id < other.id ? -1 : 1),
  );

export const channelsCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: at`/teams/${teamId}/channels`,
  budget: 'listInTeams',
  teamId,
  headers: ALL_VALUES,
});

/** "Get primaryChannel". */
export const primaryChannelCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: at`/teams/${teamId}/primaryChannel`,
  budget: 'readTeams',
  teamId,
  headers: ALL_VALUES,
});

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
