import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { hasCode, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { abandonedFor } from '../teams/events.ts';
import { judgeChangeTabs } from './access.ts';
import { authoriseChannelAct } from './authorise.ts';
import { teamChannelTabDeleted } from './events.ts';
import type { TeamChannel, TeamChannelTab } from './model.ts';

interface DeleteTab {
  team: { id: string; displayName: string };
  channel: Pick<TeamChannel, 'id' | 'displayName' | 'membershipType'>;
  tab: Pick<TeamChannelTab, 'id' | 'displayName'> & { teamsApp: { id: string } };
}

export const deleteTabOperation: SuiteOperation<DeleteTab, void> = {
  name: 'delete-tab',
  abandoned: abandonedFor(({ team }) => team.id),
  async execute(suite, { team, channel, tab }, { tenantId, isRepeat }) {
    try {
      await suite.channels.deleteTab(tenantId, team.id, channel.id, tab.id);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'NotFound', 'TeamArchived')) throw error;
      // When the channel can still be read without the tab, an earlier try has deleted the tab.
      const left = await suite.channels.listTabs(tenantId, team.id, channel.id);
      if (left.some(({ id }) => id === tab.id)) throw error;
    }
  },
  event: ({ team, channel, tab }) =>
    teamChannelTabDeleted.happened({
      target: { type: 'tab', id: tab.id, displayName: tab.displayName },
      payload: { team, channel, tab },
    }),
  // A first try fails when the tab is missing. A repeat may find another call's deletion, however old, because tab ids
  // are never reused.
  sameChangeSince: (_, { isRepeat }) => (isRepeat ? new Date(0) : undefined),
};

/**
 * Deletes a tab of a channel.
 * @throws NotFound, also for a second deletion; Forbidden, TeamArchived
 */
export async function deleteTab(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { tabId, ...ids }: { teamId: string; channelId: string; tabId: string },
): Promise<void> {
  const { suiteTeam, channel } = await authoriseChannelAct(
    deps,
    principal,
    ids,
    judgeChangeTabs,
    say('channels.mayNotDeleteTab', 'You may not delete a tab of this channel. Ask an owner of the team.'),
  );
  const { id: teamId, displayName: teamName } = suiteTeam.team;
  const tabs = await deps.suite.channels.listTabs(principal.tenantId, teamId, channel.id);
  const tab = tabs.find(({ id }) => id === tabId);
  if (tab === undefined) throw notFound('tab', tabId);
  await perform(deps, principal, context, deleteTabOperation, {
    team: { id: teamId, displayName: teamName },
    channel: { id: channel.id, displayName: channel.displayName, membershipType: channel.membershipType },
    tab: { id: tab.id, displayName: tab.displayName, teamsApp: { id: tab.teamsApp.id } },
  });
}
