/** Checks new channels before any of them is created. */
import type { AadUserConversationMember, Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../domain/channels/model.ts';
import type { NewChannel } from '../../domain/channels/suite.ts';
import {
  channelNameTaken,
  guestsInShared,
  ownerlessChannels,
  tooManyChannels,
} from '../../domain/channels/suite-rules.ts';
import { TEAMS_LIMITS } from '../../domain/teams/limits.ts';
import { ALL_VALUES, toChannel } from './channel-answers.ts';
import { notInTeam } from './channel-members.ts';
import { listChannels } from './channels.ts';
import { readLists } from './lists.ts';
import { peopleOf } from './members.ts';
import type { GraphParts } from './parts.ts';
import { at } from './transport.ts';

export const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @throws NameAlreadyExists, InvalidRequest */
export function assertFits(wanted: readonly NewChannel[], present: readonly TeamChannel[]): void {
  const taken = wanted.filter(
    ({ displayName }, place) =>
      present.some((channel) => sameName(channel.displayName, displayName)) ||
      wanted.slice(0, place).some((other) => sameName(other.displayName, displayName)),
  );
  if (taken.length > 0) throw channelNameTaken(taken.map(({ displayName }) => displayName));
  const all = [...present, ...wanted];
  if (all.length > TEAMS_LIMITS.channels) throw tooManyChannels('all', TEAMS_LIMITS);
  const closed = all.filter(({ membershipType }) => membershipType === 'private');
  if (wanted.some(({ membershipType }) => membershipType === 'private')) {
    if (closed.length > TEAMS_LIMITS.privateChannels) throw tooManyChannels('private', TEAMS_LIMITS);
  }
}

/**
 * Returns the team's channels, and the ids of its members if a private channel is wanted. One batch reads both, because a
 * throttling Graph would rarely permit two calls.
 */
export async function readTeamOf(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  wanted: readonly NewChannel[],
): Promise<[TeamChannel[], ReadonlySet<string>]> {
  const isPrivate = wanted.some(({ membershipType }) => membershipType === 'private');
  if (!isPrivate) return [await listChannels(parts, tenantId, teamId), new Set()];
  const path = at`/teams/${teamId}`;
  const call = { method: 'GET', budget: 'listInTeams', teamId } as const;
  const [channels = [], members = []] = await readLists(parts.graphOf(tenantId), [
    { ...call, path: `${path}/channels`, headers: ALL_VALUES },
    { ...call, path: `${path}/members` },
  ]);
  const ids = (members as AadUserConversationMember[]).map(({ userId }) => userId as string);
  return [(channels as Channel[]).map(toChannel), new Set(ids)];
}

/**
 * @throws NotFound for unknown people; InvalidRequest for people who can't be in the channels, and for a channel
 *   without an owner; ServiceUnavailable when Graph does not show a member of the team yet
 */
export async function assertPeople(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  wanted: readonly NewChannel[],
  inTeam: ReadonlySet<string>,
): Promise<void> {
  const closed = wanted.filter(({ membershipType }) => membershipType !== 'standard');
  if (closed.length === 0) return;
  const people = await peopleOf(
    parts,
    tenantId,
    closed.flatMap(({ members }) => members),
  );
  const idsIn = (type: string): string[] => [
    ...new Set(
      closed
        .filter(({ membershipType }) => membershipType === type)
        .flatMap((channel) => channel.members.map(({ userId }) => userId)),
    ),
  ];
  const outsiders = idsIn('private').filter((id) => !inTeam.has(id));
  if (outsiders.length > 0) throw await notInTeam(parts, tenantId, teamId, outsiders);
  const guests = idsIn('shared').filter((id) => people.get(id)?.role === 'guest');
  if (guests.length > 0) throw guestsInShared(guests);
  const ownerless = closed.filter(
    (channel) =>
      !channel.members.some(({ userId, role }) => role === 'owner' && people.get(userId)?.role !== 'guest'),
  );
  if (ownerless.length > 0) throw ownerlessChannels(ownerless.map(({ displayName }) => displayName));
}
