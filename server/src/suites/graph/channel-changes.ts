/** Changes and deletions of channels and tabs. */
import type { Channel } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../domain/channels/model.ts';
import { findChannelNameFault } from '../../domain/channels/name.ts';
import type { ChannelPatch, SuiteChannels } from '../../domain/channels/suite.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { keepsPrimary } from '../embedded/channel-changes.ts';
import { channelNameTaken } from '../embedded/new-channel.ts';
import { ALL_VALUES, toChannel } from './channel-answers.ts';
import { aboutChannel } from './channel-members.ts';
import { listChannels } from './channels.ts';
import { hasStatus } from './failure.ts';
import { assertWritable, type GraphParts, inTurn } from './parts.ts';
import { at } from './transport.ts';

export function createChannelChanges(parts: GraphParts) {
  const primaryId = async (tenantId: string, teamId: string): Promise<string | null | undefined> => {
    const turn = { budget: 'readTeams', teamId } as const;
    const path = at`/teams/${teamId}/primaryChannel`;
    return (await parts.graphOf(tenantId).get<Channel>(path, turn, ALL_VALUES)).id;
  };

  /**
   * Runs a change of an existing channel.
   * @throws NotFound, TeamArchived
   */
  const change = <Result>(
    tenantId: string,
    teamId: string,
    channelId: string,
    work: (channel: TeamChannel, path: string) => Promise<Result>,
  ): Promise<Result> =>
    inTurn(parts, tenantId, teamId, () =>
      aboutChannel(parts, tenantId, teamId, channelId, async () => {
        const path = at`/teams/${teamId}/channels/${channelId}`;
        const turn = { budget: 'readTeams', teamId } as const;
        const channel = await parts.graphOf(tenantId).get<Channel>(path, turn, ALL_VALUES);
        await assertWritable(parts, tenantId, teamId);
        return work(toChannel(channel), path);
      }),
    );

  /** @throws Conflict for the primary channel, NameAlreadyExists */
  async function assertRenamable(tenantId: string, teamId: string, channel: TeamChannel, name: string) {
    if ((await primaryId(tenantId, teamId)) === channel.id) {
      throw keepsPrimary('The primary channel keeps its name.');
    }
    const channels = await listChannels(parts, tenantId, teamId);
    const isTaken = channels.some(
      ({ id, displayName }) => id !== channel.id && displayName.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken) throw channelNameTaken([name]);
  }

  async function patch(tenantId: string, teamId: string, path: string, body: ChannelPatch): Promise<void> {
    try {
      await parts
        .graphOf(tenantId)
        .call({ method: 'PATCH', path, budget: 'writeTeams', teamId, body, headers: ALL_VALUES });
    } catch (error) {
      const isTaken = hasStatus(error, 400) && /already exist/i.test(error.facts.message);
      throw isTaken ? channelNameTaken([body.displayName ?? '']) : error;
    }
  }

  return {
    async update(tenantId, teamId, channelId, { displayName, description }) {
      const fault = displayName === undefined ? undefined : findChannelNameFault(displayName);
      if (fault !== undefined) throw invalidField('displayName', fault);
      return change(tenantId, teamId, channelId, async (channel, path) => {
        const isRenamed = displayName !== undefined && displayName !== channel.displayName;
        if (isRenamed) await assertRenamable(tenantId, teamId, channel, displayName);
        const body = {
          ...(isRenamed && { displayName }),
          ...(description !== undefined && { description }),
        };
        if (Object.keys(body).length > 0) await patch(tenantId, teamId, path, body);
        const to = {
          ...(displayName !== undefined && { displayName }),
          ...(description !== undefined && { description: description || null }),
        };
        await parts.knownChannels.changed(tenantId, teamId, { updated: channelId, to });
        return { ...channel, ...to };
      });
    },

    delete: (tenantId, teamId, channelId) =>
      change(tenantId, teamId, channelId, async (_, path) => {
        if ((await primaryId(tenantId, teamId)) === channelId) {
          throw keepsPrimary('The primary channel cannot be deleted.');
        }
        await parts.graphOf(tenantId).call({ method: 'DELETE', path, budget: 'deleteInTeams', teamId });
        await parts.knownChannels.changed(tenantId, teamId, { deleted: channelId });
        await parts.effects.forgetMade(tenantId, { kind: 'channel', scope: teamId }, channelId);
      }),

    async deleteTab(tenantId, teamId, channelId, tabId) {
      await inTurn(parts, tenantId, teamId, async () => {
        const path = at`/teams/${teamId}/channels/${channelId}/tabs`;
        const graph = parts.graphOf(tenantId);
        const turn = { budget: 'readTeams', teamId } as const;
        await aboutChannel(parts, tenantId, teamId, channelId, async () => {
          const tabs = await graph.list<{ id: string }>(path, turn);
          await assertWritable(parts, tenantId, teamId);
          if (!isUuid(tabId) || !tabs.some(({ id }) => id === tabId)) throw notFound('tab', tabId);
          const tab = `${path}${at`/${tabId}`}`;
          await graph.call({ method: 'DELETE', path: tab, budget: 'deleteInTeams', teamId });
        });
        await parts.effects.forgetMade(tenantId, { kind: 'tab', scope: channelId }, tabId);
      });
    },
  } satisfies Partial<SuiteChannels>;
}
