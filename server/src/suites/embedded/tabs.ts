/** Tabs of a channel, and the messages in it. */
import type { TeamChannelTab, TeamChannelTabConfiguration } from '../../domain/channels/model.ts';
import type { ChannelMessage, NewTab, SuiteChannels } from '../../domain/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { assertAppIds, describeApp } from './apps.ts';
import { assertDistinctMarkers, type EmbeddedDatabase } from './database.ts';
import { newTabId, tabPath } from './ids.ts';
import type { SuiteLimits } from './limits.ts';
import { noChannel, teamArchived } from './refusals.ts';

interface TabRow {
  tab_id: string;
  marker: string | null;
  display_name: string;
  teams_app_id: string;
  configuration: TeamChannelTabConfiguration;
  sort_order_index: string;
  web_url: string;
}

const COLUMNS =
  'b.tab_id, b.marker, b.display_name, b.teams_app_id, b.configuration, b.sort_order_index, b.web_url';

const toTab = (row: TabRow): TeamChannelTab => ({
  id: row.tab_id,
  displayName: row.display_name,
  configuration: row.configuration,
  teamsApp: describeApp(row.teams_app_id),
  sortOrderIndex: row.sort_order_index,
  webUrl: row.web_url,
});

/** Shorter numbers first: the indexes are numbers kept as text, as in Graph. */
const LIST = `
  select ${COLUMNS} from embedded_suite.tabs b
   where b.tenant_id = $1 and b.team_id = $2 and b.channel_id = $3
   order by length(b.sort_order_index), b.sort_order_index, b.tab_id`;

/** Distance between two tabs that nobody ordered; leaves room to put others between (Graph, teamsTab). */
const SORT_STEP = 10_000;

/**
 * Makes the tabs that are not there under their markers, all or none, after the channel's last one where no
 * order is asked for.
 */
const CREATE = `
  with channel as (
    select t.is_archived,
           'https://teams.' || coalesce((select o.default_domain_name from embedded_suite.organisations o
                                          where o.tenant_id = $1), 'localhost') as origin
      from embedded_suite.channels c
      join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = $2
     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
       for share of t for no key update of c
  ), present as (
    select ${COLUMNS} from embedded_suite.tabs b
     where b.tenant_id = $1 and b.team_id = $2 and b.channel_id = $3
       and b.marker = any (array(select w ->> 'marker' from jsonb_array_elements($4::jsonb) w))
  ), last as (
    select coalesce(max(case when b.sort_order_index ~ '^[0-9]{1,15}$' then b.sort_order_index::bigint end), 0) as index
      from embedded_suite.tabs b where b.tenant_id = $1 and b.team_id = $2 and b.channel_id = $3
  ), made as (
    insert into embedded_suite.tabs as b (tenant_id, team_id, channel_id, tab_id, marker, display_name, teams_app_id,
           configuration, sort_order_index, web_url)
    select $1, $2, $3, w.tab_id, w.marker, w.display_name, w.teams_app_id, w.configuration,
           coalesce(w.sort_order_index, (last.index + ${SORT_STEP} * w.place)::text), channel.origin || w.path
      from jsonb_to_recordset($4::jsonb)
        as w (place int, tab_id text, marker text, display_name text, teams_app_id text, configuration jsonb,
              sort_order_index text, path text), channel, last
     where not channel.is_archived and not exists (select from present p where p.marker = w.marker)
    returning ${COLUMNS}
  )
  select channel.is_archived,
         (select json_agg(all_of.*) from (select * from made union all select * from present) all_of) as tabs
    from channel`;

interface CreateRow {
  is_archived: boolean;
  tabs: TabRow[] | null;
}

const POST = `
  with channel as (
    select t.is_archived
      from embedded_suite.channels c
      join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = $2
     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
       for share
  ), posted as (
    insert into embedded_suite.messages (tenant_id, team_id, channel_id, message_id, marker, text, created_at)
    select $1, $2, $3, $4, $5, $6, $7 from channel where not channel.is_archived
    on conflict (tenant_id, team_id, channel_id, marker) do nothing
  )
  select channel.is_archived from channel`;

const URL_FIELDS = ['contentUrl', 'websiteUrl', 'removeUrl'] as const;

function assertUrls({ displayName, configuration }: NewTab): void {
  for (const field of URL_FIELDS) {
    const url = configuration[field];
    if (url != null && URL.parse(url)?.protocol !== 'https:') {
      throw invalidField(
        `configuration.${field}`,
        `The ${field} of '${displayName}' must be an https address.`,
      );
    }
  }
}

const fullConfiguration = ({ configuration }: NewTab): TeamChannelTabConfiguration => ({
  entityId: configuration.entityId ?? null,
  contentUrl: configuration.contentUrl ?? null,
  websiteUrl: configuration.websiteUrl ?? null,
  removeUrl: configuration.removeUrl ?? null,
});

export type EmbeddedTabs = Pick<SuiteChannels, 'listTabs' | 'createTabs' | 'postMessage'>;

export function createTabs(database: EmbeddedDatabase, clock: Clock, limits: SuiteLimits): EmbeddedTabs {
  const toWanted = (tenantId: string, teamId: string, channelId: string) => (tab: NewTab, index: number) => {
    const tabId = newTabId();
    return {
      place: index + 1,
      tab_id: tabId,
      marker: tab.marker,
      display_name: tab.displayName,
      teams_app_id: tab.teamsAppId,
      configuration: fullConfiguration(tab),
      sort_order_index: tab.sortOrderIndex ?? null,
      path: tabPath(tenantId, teamId, channelId, tabId),
    };
  };

  return {
    async listTabs(tenantId, teamId, channelId) {
      return (await database.read<TabRow>(tenantId, LIST, [tenantId, teamId, channelId])).map(toTab);
    },

    async createTabs(tenantId, teamId, channelId, tabs) {
      if (tabs.length === 0) return [];
      assertDistinctMarkers(tabs);
      assertAppIds(tabs.map(({ teamsAppId }) => teamsAppId));
      tabs.forEach(assertUrls);
      const wanted = JSON.stringify(tabs.map(toWanted(tenantId, teamId, channelId)));
      const [row] = await database.write<CreateRow>(tenantId, CREATE, [tenantId, teamId, channelId, wanted]);
      if (row === undefined) throw noChannel(channelId);
      const made = new Map((row.tabs ?? []).map((tab) => [tab.marker, toTab(tab)]));
      if (tabs.some(({ marker }) => !made.has(marker))) throw teamArchived(teamId);
      return tabs.map(({ marker }) => made.get(marker) as TeamChannelTab);
    },

    async postMessage(tenantId, teamId, channelId, message: ChannelMessage) {
      if (Buffer.byteLength(message.text) > limits.messageBytes) {
        throw invalidField('text', `A message has at most ${limits.messageBytes / 1024} KiB.`);
      }
      const parameters = [tenantId, teamId, channelId, newId(), message.marker, message.text, clock.now()];
      const [row] = await database.write<{ is_archived: boolean }>(tenantId, POST, parameters);
      if (row === undefined) throw noChannel(channelId);
      if (row.is_archived) throw teamArchived(teamId);
    },
  };
}
