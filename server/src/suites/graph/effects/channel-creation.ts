import type { AadUserConversationMember, Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { NewChannel, SuiteChannels } from '../../../domain/channels/suite.ts';
import {
  assertNewChannels,
  channelNameTaken,
  channelsWithoutOwner,
  guestsInSharedChannel,
  tooManyChannels,
} from '../../../domain/channels/suite-rules.ts';
import { TEAMS_LIMITS } from '../../../domain/teams/limits.ts';
import { teamReadOnly } from '../../../domain/teams/suite-rules.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { ALL_VALUES, toChannel } from '../calls/channels.ts';
import { toNewMember } from '../calls/members.ts';
import { explainRejection, hasStatus, notShown } from '../client/failure.ts';
import { at } from '../client/request.ts';
import { readLists } from '../client/transport.ts';
import { listChannels } from '../mirror/channels.ts';
import { assertTeamWritable, callAboutTeam, inTeamQueue, isArchived } from '../mirror/teams.ts';
import { addToChannel, notInTeamError } from './channel-changes.ts';
import type { GraphParts } from './effects.ts';
import {
  type CreateOnceOptions,
  type CreationAttempt,
  createEachOnce,
  hasSucceeded,
  operationOf,
  type StartedOperation,
  withOneWait,
} from './make-once.ts';
import { type PersonToAdd, peopleToAdd } from './members.ts';

/**
 * Milliseconds after which the call for a channel that Graph does not show is retried. Graph rejects a second channel
 * of the same name. It may accept a second shared one while an operation creates the first, which takes about half a
 * minute, and two minutes at most.
 */
const REPEATED_AFTER = { standard: 10_000, private: 10_000, shared: 180_000 } as const;

/** Maximum number of members in the call that creates a channel ("Create channel"). */
const MAX_FIRST_MEMBERS = { standard: 0, private: 200, shared: 1 } as const;

/** Returns the members of the channel, owners first. */
async function peopleIn(
  parts: GraphParts,
  tenantId: string,
  { members }: NewChannel,
): Promise<PersonToAdd[]> {
  const people = [...(await peopleToAdd(parts, tenantId, members)).values()];
  return people.toSorted((one, other) => Number(other.role === 'owner') - Number(one.role === 'owner'));
}

async function post(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  channel: NewChannel,
  { options }: CreationAttempt,
): Promise<TeamChannel | StartedOperation> {
  const { displayName, description, membershipType } = channel;
  const graph = parts.graphOf(tenantId);
  const people = await peopleIn(parts, tenantId, channel);
  const first = people.slice(0, MAX_FIRST_MEMBERS[membershipType]);
  const { status, headers, body } = await graph.call<Channel | undefined>({
    method: 'POST',
    path: at`/teams/${teamId}/channels`,
    budget: 'writeTeams',
    teamId,
    headers: ALL_VALUES,
    body: {
      '@odata.type': '#microsoft.graph.channel',
      displayName,
      ...(description !== null && { description }),
      membershipType,
      ...(first.length > 0 && { members: first.map((one) => toNewMember(one, graph.bind)) }),
    },
    ...options,
  });
  const operation = operationOf(headers);
  if (status === 202 && operation !== undefined) return { operation };
  // Graph may omit properties ("Create channel"), and may not show the channel to a read yet.
  if (body?.id) {
    return toChannel({
      ...body,
      createdDateTime: body.createdDateTime ?? parts.clock.now().toISOString(),
      displayName: body.displayName ?? displayName,
      description: body.description ?? description,
      membershipType: body.membershipType ?? membershipType,
    });
  }
  throw notShown('channel');
}

/** Creates the channel. The name may be in use by a deleted or a new channel, which Graph does not list. */
async function make(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  channel: NewChannel,
  attempt: CreationAttempt,
) {
  try {
    return await post(parts, tenantId, teamId, channel, attempt);
  } catch (error) {
    if (!hasStatus(error, 400) || !/already exist/i.test(error.facts.message)) {
      const { displayName: name } = channel;
      throw explainRejection(
        error,
        say('graph.channelNotCreated', "The channel '{name}' was not created.", { name }),
        400,
      );
    }
    if (attempt.isRepeat) throw notShown('channel', error);
    throw channelNameTaken([channel.displayName]);
  }
}

async function findByName(parts: GraphParts, tenantId: string, teamId: string, { displayName }: NewChannel) {
  const channels = await listChannels(parts, tenantId, teamId);
  const found = channels.find((channel) => sameName(channel.displayName, displayName));
  if (found === undefined) throw notShown('channel');
  return found;
}

function makingFor(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
): CreateOnceOptions<NewChannel, TeamChannel> {
  const key = { kind: 'channel', scope: teamId } as const;
  return {
    tenantId,
    key,
    list: () => listChannels(parts, tenantId, teamId),
    matches: ({ displayName, membershipType }, present) =>
      sameName(displayName, present.displayName) && membershipType === present.membershipType,
    settlesIn: ({ membershipType }) => REPEATED_AFTER[membershipType],
    assertOpen: () => parts.graphOf(tenantId).assertOpen({ budget: 'writeTeams', teamId }),
    make: (item, attempt) => make(parts, tenantId, teamId, item, attempt),
    async finish({ membershipType, members }, channel) {
      if (members.length <= MAX_FIRST_MEMBERS[membershipType]) return;
      await addToChannel(parts, tenantId, teamId, channel, members);
    },
    async await(item, effect) {
      // Looks for the channel by its name even when Graph no longer has the operation.
      if (effect.pollAt !== null) await hasSucceeded(parts, tenantId, teamId, key, effect);
      await parts.effects.end(tenantId, key, item.marker);
      return findByName(parts, tenantId, teamId, item);
    },
  };
}

async function create(parts: GraphParts, tenantId: string, teamId: string, channels: readonly NewChannel[]) {
  const before = async (unasked: readonly NewChannel[]): Promise<void> => {
    await assertTeamWritable(parts, tenantId, teamId);
    if (unasked.length === 0) return;
    const [present, inTeam] = await readTeamOf(parts, tenantId, teamId, unasked);
    assertFits(unasked, present);
    await assertPeople(parts, tenantId, teamId, unasked, inTeam);
  };
  try {
    const made = await callAboutTeam(parts, tenantId, teamId, () =>
      createEachOnce(parts.effects, makingFor(parts, tenantId, teamId), channels, before),
    );
    await parts.knownChannels.changed(tenantId, teamId, { made: true });
    await parts.copy.touch(tenantId, teamId);
    return made;
  } catch (error) {
    if (hasStatus(error, 403) && (await isArchived(parts, tenantId, teamId))) throw teamReadOnly(teamId);
    throw error;
  }
}

export const createChannelCreation = (parts: GraphParts) =>
  ({
    async create(tenantId, teamId, channels) {
      assertNewChannels(channels, TEAMS_LIMITS);
      const shared = channels.filter(({ membershipType }) => membershipType === 'shared');
      if (!parts.cloud.sharedChannels && shared.length > 0) {
        throw invalidField(
          'membershipType',
          say(
            'graph.noSharedChannels',
            'Microsoft Graph has no shared channels in the cloud of this organisation.',
          ),
          'NotSupported',
        );
      }
      const markers = shared.map(({ marker }) => marker);
      // Other changes to the team proceed during the wait.
      return withOneWait(parts, tenantId, { kind: 'channel', scope: teamId }, markers, () =>
        inTeamQueue(parts, tenantId, teamId, async () => {
          if (channels.length === 0) {
            await assertTeamWritable(parts, tenantId, teamId);
            return [];
          }
          return create(parts, tenantId, teamId, channels);
        }),
      );
    },
  }) satisfies Partial<SuiteChannels>;

/* Checks new channels before any of them is created. */

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @throws NameAlreadyExists, InvalidRequest */
function assertFits(wanted: readonly NewChannel[], present: readonly TeamChannel[]): void {
  const taken = wanted.filter(
    ({ displayName }, index) =>
      present.some((channel) => sameName(channel.displayName, displayName)) ||
      wanted.slice(0, index).some((other) => sameName(other.displayName, displayName)),
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
 * Returns the team's channels, and the ids of its members if a private channel is requested. One batch reads both,
 * because Graph would rarely permit two calls while it throttles.
 */
async function readTeamOf(
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
async function assertPeople(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  wanted: readonly NewChannel[],
  inTeam: ReadonlySet<string>,
): Promise<void> {
  const closed = wanted.filter(({ membershipType }) => membershipType !== 'standard');
  if (closed.length === 0) return;
  const people = await peopleToAdd(
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
  if (outsiders.length > 0) throw await notInTeamError(parts, tenantId, teamId, outsiders);
  const guests = idsIn('shared').filter((id) => people.get(id)?.role === 'guest');
  if (guests.length > 0) throw guestsInSharedChannel(guests);
  const ownerless = closed.filter(
    (channel) =>
      !channel.members.some(({ userId, role }) => role === 'owner' && people.get(userId)?.role !== 'guest'),
  );
  if (ownerless.length > 0) throw channelsWithoutOwner(ownerless.map(({ displayName }) => displayName));
}
