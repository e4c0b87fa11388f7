/**
 * Compares Graph's channels with those that Charter knows (known-channels.ts). Tabs are not compared: Graph sends no
 * notifications about them and does not list them with their channels, so each channel would take another call.
 */
import type { Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { ChannelPatch } from '../../../domain/channels/suite.ts';
import type { OutsideFact } from '../../../flows/outside-changes/ports.ts';
import { ALL_VALUES, channelCall, toChannel } from '../calls/channels.ts';
import { GraphFailure } from '../client/failure.ts';
import { at } from '../client/paths.ts';
import type { Answer } from '../client/transport.ts';
import { type GraphCall, readRest } from '../client/transport.ts';
import type { KnownChannel, KnownTeamChannels } from './known-channels.ts';
import type { NotedChange } from './noted-changes.ts';
import { changeOf, type GraphChange, isAbandoned } from './noted-changes.ts';
import type { MirrorParts } from './parts.ts';

/** Limit of teams in one batch of calls, with one call each. */
const MOST_TEAMS = 20;
/** Time for which some lists of Graph may lack a new channel. */
const VISIBLE_MILLISECONDS = 15 * 60_000;

/** Excludes the mail address and the moderation settings, which are slow to read ("List allChannels"). */
const FIELDS = 'id,displayName,description,membershipType,createdDateTime';

const channelsCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: `${at`/teams/${teamId}/channels`}?$select=${FIELDS}`,
  budget: 'listInTeams',
  teamId,
  headers: ALL_VALUES,
});

type ChannelFact = Extract<OutsideFact, { channel: object }>;

const named = ({ id, displayName, membershipType }: TeamChannel): ChannelFact['channel'] => ({
  id,
  displayName,
  membershipType,
});

function changesOf(known: KnownChannel, { displayName, description }: TeamChannel): ChannelPatch {
  return {
    ...(displayName !== known.displayName && { displayName }),
    ...(description !== known.description && { description }),
  };
}

/** Returns the facts about channels that exist. */
function presentFacts(
  channels: NonNullable<KnownTeamChannels['channels']>,
  shown: readonly TeamChannel[],
): ChannelFact[] {
  return shown.flatMap((channel): ChannelFact[] => {
    const known = channels[channel.id];
    if (known === undefined) return [{ kind: 'channelCreated', channel: named(channel) }];
    const changes = changesOf(known, channel);
    if (Object.keys(changes).length === 0) return [];
    return [{ kind: 'channelUpdated', channel: named(channel), changes }];
  });
}

/**
 * The members of a deleted private or shared channel can't be listed, so only webhooks of administrators receive its
 * deletion.
 */
const deletedFact = (channel: TeamChannel, owners: readonly string[]): ChannelFact => ({
  kind: 'channelDeleted',
  channel: named(channel),
  owners: channel.membershipType === 'standard' ? owners : [],
});

export function createOutsideChannels(parts: MirrorParts) {
  const { knownChannels, clock } = parts;
  const isNew = ({ createdDateTime }: TeamChannel): boolean =>
    clock.now().getTime() - Date.parse(createdDateTime) < VISIBLE_MILLISECONDS;

  async function allOf(tenantId: string, teamId: string, answer: Answer): Promise<TeamChannel[]> {
    const channels = await readRest<Channel>(parts.graphOf(tenantId), channelsCall(teamId), answer);
    return channels.map(toChannel);
  }

  /** Returns whether Graph has none of these channels. A single list without them proves nothing. */
  async function areGone(tenantId: string, teamId: string, missing: readonly TeamChannel[]) {
    if (missing.some(isNew)) return false;
    const answers = await parts.graphOf(tenantId).batch(missing.map(({ id }) => channelCall(teamId, id)));
    return answers.every((answer) => answer instanceof GraphFailure && answer.status === 404);
  }

  /** Returns undefined while Graph may show an outdated list. */
  async function compare(
    tenantId: string,
    note: NotedChange,
    known: KnownTeamChannels,
    shown: TeamChannel[],
  ): Promise<GraphChange | undefined> {
    const { teamId, teamName, channels, owners, readAt, isMaking } = known;
    if (isMaking) return undefined;
    const ids = new Set(shown.map(({ id }) => id));
    const missing = Object.entries(channels ?? {})
      .map(([id, channel]) => ({ id, ...channel }))
      .filter(({ id }) => !ids.has(id));
    if (missing.length > 0 && !(await areGone(tenantId, teamId, missing))) return undefined;
    const facts =
      channels === null
        ? []
        : [...presentFacts(channels, shown), ...missing.map((channel) => deletedFact(channel, owners))];
    const change = changeOf(note, teamName ?? '');
    // The window begins at the last read: a retried deletion by Charter may leave the channel among the known ones.
    return { ...change, facts, channels: shown, noticedAt: readAt ?? change.noticedAt };
  }

  async function readOne(tenantId: string, note: NotedChange, known: KnownTeamChannels, answer: Answer) {
    if (!(answer instanceof GraphFailure)) {
      const shown = await allOf(tenantId, note.teamId, answer);
      return compare(tenantId, note, known, shown);
    }
    // The note about the team itself handles a deleted team.
    return isAbandoned(note, clock) ? { ...changeOf(note, ''), facts: [] } : undefined;
  }

  /** Reads and compares the channels of the noted teams. Omits those that can't be compared yet. */
  return async function readChannels(
    tenantId: string,
    notes: readonly NotedChange[],
  ): Promise<GraphChange[]> {
    if (notes.length === 0) return [];
    const known = await knownChannels.find(
      tenantId,
      notes.map(({ teamId }) => teamId),
    );
    const isCopied = ({ teamId }: NotedChange): boolean => known.get(teamId)?.teamName != null;
    // The channels of a deleted team are part of its deletion.
    const changes: GraphChange[] = notes
      .filter((note) => !isCopied(note))
      .map((note) => ({ ...changeOf(note, ''), facts: [] }));
    const others = notes.filter(isCopied);
    for (let start = 0; start < others.length; start += MOST_TEAMS) {
      const some = others.slice(start, start + MOST_TEAMS);
      const answers = await parts.graphOf(tenantId).batch(some.map(({ teamId }) => channelsCall(teamId)));
      for (const [index, note] of some.entries()) {
        const change = await readOne(tenantId, note, known.get(note.teamId)!, answers[index] as Answer);
        if (change !== undefined) changes.push(change);
      }
    }
    return changes;
  };
}
