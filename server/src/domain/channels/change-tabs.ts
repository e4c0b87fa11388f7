import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { type ErrorDetail, hasCode, invalidRequest, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { teamAbandonedRecord } from '../teams/events.ts';
import { authoriseChannelAction, judgeChangeTabs } from './access.ts';
import { teamChannelTabCreated, teamChannelTabDeleted } from './events.ts';
import type { TeamChannel, TeamChannelTab } from './model.ts';
import type { NewTab } from './suite.ts';
import { isArchivedError } from './suite-rules.ts';

export interface CreateTabInput {
  teamId: string;
  channelId: string;
  displayName: string;
  teamsAppId: string;
  configuration?: NewTab['configuration'];
  /** Digits, as in Microsoft Graph. Default: after the other tabs. */
  sortOrderIndex?: string | undefined;
}

interface CreateTab {
  team: { id: string; displayName: string };
  /** Intents of earlier releases lack the membership type. */
  channel: Pick<TeamChannel, 'id' | 'displayName'> & Partial<Pick<TeamChannel, 'membershipType'>>;
  tab: Omit<NewTab, 'marker'>;
}

export const createTabOperation: SuiteOperation<CreateTab, TeamChannelTab> = {
  name: 'create-tab',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, channel, tab }, { tenantId, marker }) {
    const [created] = await suite.channels.createTabs(tenantId, team.id, channel.id, [{ ...tab, marker }]);
    if (created === undefined)
      throw new Error(`The suite did not say which tab it created in ${channel.id}.`);
    return created;
  },
  event: ({ team, channel }, { id, displayName, teamsApp }) =>
    teamChannelTabCreated.happened({
      target: { type: 'tab', id, displayName },
      payload: { team, channel, tab: { id, displayName, teamsApp: { id: teamsApp.id } } },
    }),
};

/**
 * Creates a tab in a channel.
 * @throws NotFound, Forbidden, TeamArchived, InvalidRequest that names the field
 */
export async function createTab(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  input: CreateTabInput,
): Promise<TeamChannelTab> {
  const { suiteTeam, channel } = await authoriseChannelAction(
    deps,
    principal,
    input,
    judgeChangeTabs,
    say('channels.mayNotCreateTab', 'You may not create a tab in this channel. Ask an owner of the team.'),
  );
  const configuration = input.configuration ?? {};
  const displayName = input.displayName.trim();
  const details = findFaults(displayName, configuration);
  if (details.length)
    throw invalidRequest(
      say('channels.tabInvalid', 'The tab cannot be created like this. See details.'),
      details,
    );
  return perform(deps, principal, context, createTabOperation, {
    team: { id: suiteTeam.team.id, displayName: suiteTeam.team.displayName },
    channel: { id: channel.id, displayName: channel.displayName, membershipType: channel.membershipType },
    tab: {
      displayName,
      teamsAppId: input.teamsAppId,
      configuration,
      ...(input.sortOrderIndex === undefined ? {} : { sortOrderIndex: input.sortOrderIndex }),
    },
  });
}

function findFaults(displayName: string, configuration: NewTab['configuration']): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  if (displayName === '') {
    details.push({
      target: 'displayName',
      code: 'InvalidValue',
      ...say('channels.tabName', 'A tab needs a name.'),
    });
  }
  for (const field of ['contentUrl', 'websiteUrl', 'removeUrl'] as const) {
    const url = configuration[field];
    if (url === undefined || url === null || isHttps(url)) continue;
    const message = say(
      'channels.tabAddress',
      'The address must be an absolute one and begin with https://.',
    );
    details.push({ target: `configuration.${field}`, code: 'InvalidValue', ...message });
  }
  return details;
}

/** Whether the URL is https: Microsoft Teams embeds a tab's page in a frame of an https page. */
function isHttps(text: string): boolean {
  return /^https:\/\//i.test(text) && URL.parse(text)?.protocol === 'https:';
}

interface DeleteTab {
  team: { id: string; displayName: string };
  channel: Pick<TeamChannel, 'id' | 'displayName' | 'membershipType'>;
  tab: Pick<TeamChannelTab, 'id' | 'displayName'> & { teamsApp: { id: string } };
}

export const deleteTabOperation: SuiteOperation<DeleteTab, void> = {
  name: 'delete-tab',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, channel, tab }, { tenantId, isRepeat }) {
    try {
      await suite.channels.deleteTab(tenantId, team.id, channel.id, tab.id);
    } catch (error) {
      if (!isRepeat || !(hasCode(error, 'NotFound') || isArchivedError(error))) throw error;
      // If the channel is readable and lacks the tab, an earlier attempt deleted the tab.
      const left = await suite.channels.listTabs(tenantId, team.id, channel.id);
      if (left.some(({ id }) => id === tab.id)) throw error;
    }
  },
  event: ({ team, channel, tab }) =>
    teamChannelTabDeleted.happened({
      target: { type: 'tab', id: tab.id, displayName: tab.displayName },
      payload: { team, channel, tab },
    }),
  // On a first attempt, a missing tab is an error. On a repeat, another call may have recorded the deletion at any
  // earlier time: tab ids are never reused, so it is the same deletion.
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
  const { suiteTeam, channel } = await authoriseChannelAction(
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
