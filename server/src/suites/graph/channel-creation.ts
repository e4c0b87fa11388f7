/**
 * Creating channels. Graph has no marker for them; a name is unique in its team, so that a lost answer is found again
 * by the name. A shared channel is made in an operation, with one owner; its other members follow ("Create channel").
 */
import type { Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../domain/channels/model.ts';
import type { NewChannel, SuiteChannels } from '../../domain/channels/suite.ts';
import { TEAMS_LIMITS } from '../embedded/limits.ts';
import { guestsInShared } from '../embedded/members.ts';
import {
  assertNewChannels,
  channelNameTaken,
  ownerlessChannels,
  tooManyChannels,
} from '../embedded/new-channel.ts';
import { teamArchived } from '../embedded/refusals.ts';
import { assertSucceeded, operationOf } from './archive.ts';
import { ALL_VALUES, toChannel } from './channel-answers.ts';
import { addToChannel, notInTeam } from './channel-members.ts';
import { listChannels } from './channels.ts';
import { comeBack, hasStatus } from './failure.ts';
import { type Begun, type Making, makeEachOnce } from './make-once.ts';
import { type Addition, listMembersAt, peopleOf, toNewMember } from './members.ts';
import { aboutTeam, assertWritable, type GraphParts, inTurn } from './parts.ts';
import { at } from './transport.ts';

/** A shared channel comes out of an operation, which a lost answer does not name. */
const SHARED_SETTLE_MILLISECONDS = 10 * 60_000;

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** @throws NameAlreadyExists, InvalidRequest */
function assertFits(wanted: readonly NewChannel[], present: readonly TeamChannel[]): void {
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

export function createChannelCreation(parts: GraphParts) {
  /** @throws NotFound for unknown people; InvalidRequest for people whom the channels can't have */
  async function assertPeople(tenantId: string, teamId: string, wanted: readonly NewChannel[]) {
    const closed = wanted.filter(({ membershipType }) => membershipType !== 'standard');
    if (closed.length === 0) return;
    const people = await peopleOf(
      parts,
      tenantId,
      closed.flatMap(({ members }) => members),
    );
    const isPrivate = closed.some(({ membershipType }) => membershipType === 'private');
    const members = isPrivate
      ? await listMembersAt(parts.graphOf(tenantId), at`/teams/${teamId}`, teamId, teamId)
      : [];
    const inTeam = new Set(members.map(({ userId }) => userId));
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

  /** Returns the people of the channel in this order: owners first. */
  async function peopleIn(tenantId: string, { members }: NewChannel): Promise<Addition[]> {
    const people = [...(await peopleOf(parts, tenantId, members)).values()];
    return people.toSorted((one, other) => Number(other.role === 'owner') - Number(one.role === 'owner'));
  }

  async function post(tenantId: string, teamId: string, channel: NewChannel): Promise<TeamChannel | Begun> {
    const { displayName, description, membershipType } = channel;
    const graph = parts.graphOf(tenantId);
    const people = membershipType === 'standard' ? [] : await peopleIn(tenantId, channel);
    const first = membershipType === 'shared' ? people.slice(0, 1) : people;
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
    });
    const operation = operationOf(headers);
    if (status === 202 && operation !== undefined) return { operation };
    if (body?.id && body.createdDateTime) return toChannel(body);
    if (body?.id) return readNew(tenantId, teamId, body.id);
    throw comeBack('Microsoft Graph does not show the new channel yet.', 10);
  }

  /** A name can be taken by a channel that Graph does not list: a deleted one, or one that it has just made. */
  async function make(tenantId: string, teamId: string, channel: NewChannel, isRepeat: boolean) {
    try {
      return await post(tenantId, teamId, channel);
    } catch (error) {
      if (!hasStatus(error, 400) || !/already exist/i.test(error.facts.message)) throw error;
      if (isRepeat) throw comeBack('Microsoft Graph does not show a new channel yet.', 15, error);
      throw channelNameTaken([channel.displayName]);
    }
  }

  /** The channel exists: a failure to read it must not look like a failure to make it. */
  async function readNew(tenantId: string, teamId: string, channelId: string): Promise<TeamChannel> {
    try {
      return await readChannel(tenantId, teamId, channelId);
    } catch (error) {
      throw comeBack('Microsoft Graph does not show the new channel yet.', 10, error);
    }
  }

  async function readChannel(tenantId: string, teamId: string, channelId: string): Promise<TeamChannel> {
    const turn = { budget: 'readTeams', teamId } as const;
    const path = at`/teams/${teamId}/channels/${channelId}`;
    return toChannel(await parts.graphOf(tenantId).get<Channel>(path, turn, ALL_VALUES));
  }

  const findByName = async (tenantId: string, teamId: string, { displayName }: NewChannel) => {
    const channels = await listChannels(parts, tenantId, teamId);
    const found = channels.find((channel) => sameName(channel.displayName, displayName));
    if (found === undefined) throw comeBack('Microsoft Graph does not show the new channel yet.', 10);
    return found;
  };

  function makingFor(tenantId: string, teamId: string): Making<NewChannel, TeamChannel> {
    const key = { kind: 'channel', scope: teamId } as const;
    return {
      tenantId,
      key,
      list: () => listChannels(parts, tenantId, teamId),
      matches: ({ displayName, membershipType }, present) =>
        sameName(displayName, present.displayName) && membershipType === present.membershipType,
      settlesIn: ({ membershipType }) =>
        membershipType === 'shared' ? SHARED_SETTLE_MILLISECONDS : undefined,
      make: (item, isRepeat) => make(tenantId, teamId, item, isRepeat),
      async adopt(item, channel) {
        if (item.membershipType !== 'shared') return;
        await addToChannel(parts, tenantId, teamId, channel, item.members);
      },
      async await(item, effect) {
        try {
          await assertSucceeded(parts, tenantId, teamId, key, effect);
        } catch (error) {
          // Graph forgets operations after a while.
          if (!hasStatus(error, 404)) throw error;
        }
        const channel = await findByName(tenantId, teamId, item);
        await addToChannel(parts, tenantId, teamId, channel, item.members);
        return channel;
      },
    };
  }

  async function create(tenantId: string, teamId: string, channels: readonly NewChannel[]) {
    const before = async (unasked: readonly NewChannel[]): Promise<void> => {
      await assertWritable(parts, tenantId, teamId);
      if (unasked.length === 0) return;
      const present = await listChannels(parts, tenantId, teamId);
      assertFits(unasked, present);
      await assertPeople(tenantId, teamId, unasked);
    };
    try {
      const made = await aboutTeam(parts, tenantId, teamId, () =>
        makeEachOnce(parts.effects, makingFor(tenantId, teamId), channels, before),
      );
      await parts.copy.touch(tenantId, teamId);
      return made;
    } catch (error) {
      if (hasStatus(error, 403) && (await isArchived(tenantId, teamId))) throw teamArchived(teamId);
      throw error;
    }
  }

  async function isArchived(tenantId: string, teamId: string): Promise<boolean> {
    const turn = { budget: 'readTeams', teamId } as const;
    const path = at`/teams/${teamId}?$select=id,isArchived`;
    return (await parts.graphOf(tenantId).get<{ isArchived?: boolean }>(path, turn)).isArchived ?? false;
  }

  return {
    async create(tenantId, teamId, channels) {
      assertNewChannels(channels, TEAMS_LIMITS);
      return inTurn(parts, tenantId, teamId, async () => {
        if (channels.length === 0) {
          await assertWritable(parts, tenantId, teamId);
          return [];
        }
        return create(tenantId, teamId, channels);
      });
    },
  } satisfies Partial<SuiteChannels>;
}
