/** Changes and deletions of channels, and deletions of tabs. */

import type { Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { ChannelPatch, SuiteChannels } from '../../../domain/channels/suite.ts';
import { assertChannelPatch, channelNameTaken, keepsPrimary } from '../../../domain/channels/suite-rules.ts';
import { notFound } from '../../../kernel/errors.ts';
import { ALL_VALUES, type ChannelIds, channelPath, toChannel } from '../calls/channels.ts';
import { hasStatus } from '../client/failure.ts';
import { notShown } from '../client/not-shown.ts';
import { at } from '../client/paths.ts';
import { assertWritable } from '../mirror/about-team.ts';
import { aboutChannel, listChannels } from '../mirror/channels.ts';
import type { GraphParts } from './parts.ts';
import { inTurn } from './turns.ts';

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
  return inTurn(parts, tenantId, teamId, () =>
    aboutChannel(parts, tenantId, teamId, channelId, async () => {
      const turn = { budget: 'readTeams', teamId } as const;
      const channel = await parts.graphOf(tenantId).get<Channel>(channelPath(ids), turn, ALL_VALUES);
      await assertWritable(parts, tenantId, teamId);
      return work(toChannel(channel));
    }),
  );
}

async function primaryId(
  parts: GraphParts,
  { tenantId, teamId }: ChannelIds,
): Promise<string | null | undefined> {
  const turn = { budget: 'readTeams', teamId } as const;
  const path = at`/teams/${teamId}/primaryChannel`;
  return (await parts.graphOf(tenantId).get<Channel>(path, turn, ALL_VALUES)).id;
}

/** @throws Conflict for the primary channel, NameAlreadyExists */
async function assertRenamable(
  parts: GraphParts,
  ids: ChannelIds,
  channel: TeamChannel,
  name: string,
): Promise<void> {
  if ((await primaryId(parts, ids)) === channel.id) {
    throw keepsPrimary('The primary channel keeps its name.');
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

/** Updates the channel. Returns it with the patch applied. */
async function update(
  parts: GraphParts,
  ids: ChannelIds,
  channel: TeamChannel,
  { displayName, description }: ChannelPatch,
): Promise<TeamChannel> {
  const { tenantId, teamId, channelId } = ids;
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
  if ((await primaryId(parts, ids)) === channelId) {
    throw keepsPrimary('The primary channel cannot be deleted.');
  }
  const path = channelPath(ids);
  await parts.graphOf(tenantId).call({ method: 'DELETE', path, budget: 'deleteInTeams', teamId });
  await parts.knownChannels.changed(tenantId, teamId, { deleted: channelId });
  await parts.effects.forgetMade(tenantId, { kind: 'channel', scope: teamId }, channelId);
}

/** @throws NotFound for a missing channel or tab, TeamArchived */
async function deleteTab(parts: GraphParts, ids: ChannelIds, tabId: string): Promise<void> {
  const { tenantId, teamId, channelId } = ids;
  const path = `${channelPath(ids)}/tabs`;
  const graph = parts.graphOf(tenantId);
  const turn = { budget: 'readTeams', teamId } as const;
  await aboutChannel(parts, tenantId, teamId, channelId, async () => {
    const tabs = await graph.list<{ id: string }>(path, turn);
    await assertWritable(parts, tenantId, teamId);
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
      await inTurn(parts, tenantId, teamId, () => deleteTab(parts, ids, tabId));
    },
  }) satisfies Partial<SuiteChannels>;
