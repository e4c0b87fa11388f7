/**
 * Tabs of a channel.
 *
 * sortOrderIndex is a string of digits ("teamsTab resource type"); a new tab without one gets the next
 * multiple of 10000.
 */
import type { TeamChannelTab, TeamChannelTabConfiguration } from '../../domain/channels/model.ts';
import type { NewTab, SuiteChannels } from '../../domain/channels/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { assertAppIds, describeApp } from './apps.ts';
import { assertDistinctMarkers, type EmbeddedDatabase, TakenError } from './database.ts';
import { newTabId, tabPath } from './ids.ts';
import { busyTeam, noChannel, teamArchived } from './refusals.ts';
import { HELD_TEAM } from './team-row.ts';

interface TabRow {
  tab_id: string;
  display_name: string;
  teams_app_id: string;
  configuration: TeamChannelTabConfiguration;
  sort_order_index: string;
  web_url: string;
}

/** Columns of `tabs t`. */
const TAB_COLUMNS = `t.tab_id, t.display_name, t.teams_app_id, t.configuration, t.sort_order_index, t.web_url`;

/** Orders strings of digits by number. */
const LIST = `
  select ${TAB_COLUMNS}
    from embedded_suite.channels c
    left join embedded_suite.tabs t on t.tenant_id = $1 and t.team_id = $2 and t.channel_id = $3
   where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
   order by length(t.sort_order_index), t.sort_order_index, t.tab_id`;

/** Adopts tabs by their markers, and creates the others, or nothing. */
const CREATE = `
  with ${HELD_TEAM},
  item as materialized (
    select * from json_to_recordset($4::json) as i(
      place integer, channel_id text, tab_id text, marker text, display_name text, teams_app_id text,
      configuration jsonb, sort_order_index text, path text)
  ),
  adopted as materialized (
    select i.place, ${TAB_COLUMNS}
      from item i
      join embedded_suite.tabs t
        on t.tenant_id = $1 and t.team_id = $2 and t.channel_id = i.channel_id and t.marker = i.marker
  ),
  fresh as materialized (select * from item where place not in (select place from adopted)),
  last as materialized (
    select channel_id, coalesce(max(sort_order_index::bigint), 0) / 10000 as index
      from (select t.channel_id, t.sort_order_index from embedded_suite.tabs t
             where t.tenant_id = $1 and t.team_id = $2 and t.channel_id = any ($3::text[])
            union all
            select channel_id, sort_order_index from fresh) present
     group by channel_id
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived,
           array(select wanted.channel_id from unnest($3::text[]) as wanted (channel_id)
                  where not exists (
                    select from embedded_suite.channels c
                     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = wanted.channel_id)
           ) as missing_channels
  ),
  created as (
    insert into embedded_suite.tabs as t
      (tenant_id, team_id, channel_id, tab_id, marker, display_name, teams_app_id, configuration,
       sort_order_index, web_url, created_at)
    select $1, $2, f.channel_id, f.tab_id, f.marker, f.display_name, f.teams_app_id, f.configuration,
           coalesce(f.sort_order_index,
             ((last.index
               + row_number() over (partition by f.channel_id, f.sort_order_index is null order by f.place))
              * 10000)::text),
           'https://teams.' || o.default_domain_name || f.path, $5
      from fresh f
      join last using (channel_id), fact, embedded_suite.organisations o
     where not fact.is_archived and fact.missing_channels = '{}' and o.tenant_id = $1
     order by f.place
    returning ${TAB_COLUMNS}
  )
  select fact.*, tab.*
    from fact
    left join (
      select * from adopted
      union all
      select f.place, created.* from created join fresh f using (tab_id)
    ) tab on true
   order by tab.place`;

interface CreationFact extends TabRow {
  is_archived: boolean | null;
  missing_channels: string[];
  place: number | null;
}

const toTab = (row: TabRow): TeamChannelTab => ({
  id: row.tab_id,
  displayName: row.display_name,
  configuration: row.configuration,
  teamsApp: describeApp(row.teams_app_id),
  sortOrderIndex: row.sort_order_index,
  webUrl: row.web_url,
});

const SORT_ORDER_INDEX = /^\d{1,15}$/;

function assertValid(tabs: readonly NewTab[]): void {
  assertDistinctMarkers(tabs);
  assertAppIds(tabs.map(({ teamsAppId }) => teamsAppId));
  const details: ErrorDetail[] = [];
  for (const { displayName, sortOrderIndex } of tabs) {
    if (displayName.trim() === '') {
      details.push({ target: 'displayName', code: 'InvalidValue', message: 'A tab needs a name.' });
    }
    if (sortOrderIndex !== undefined && !SORT_ORDER_INDEX.test(sortOrderIndex)) {
      const message = 'A sortOrderIndex is a string of 1 to 15 digits, for example "10000".';
      details.push({ target: 'sortOrderIndex', code: 'InvalidValue', message });
    }
  }
  if (details.length > 0) throw invalidRequest('Some tabs cannot be created. See details.', details);
}

function toItem(tenantId: string, teamId: string, channelId: string, tab: NewTab, place: number): object {
  const id = newTabId();
  const { entityId = null, contentUrl = null, websiteUrl = null, removeUrl = null } = tab.configuration;
  return {
    place,
    channel_id: channelId,
    tab_id: id,
    marker: tab.marker,
    display_name: tab.displayName,
    teams_app_id: tab.teamsAppId,
    configuration: { entityId, contentUrl, websiteUrl, removeUrl },
    sort_order_index: tab.sortOrderIndex,
    path: tabPath(tenantId, teamId, channelId, id),
  };
}

type TabNoun = 'listTabs' | 'createTabs' | 'createTabsInChannels';

export function createTabs(database: EmbeddedDatabase, clock: Clock): Pick<SuiteChannels, TabNoun> {
  const tabs: Pick<SuiteChannels, TabNoun> = {
    async listTabs(tenantId, teamId, channelId) {
      const rows = await database.read<TabRow | { tab_id: null }>(tenantId, LIST, [
        tenantId,
        teamId,
        channelId,
      ]);
      if (rows.length === 0) throw noChannel(channelId);
      return rows.filter((row): row is TabRow => row.tab_id !== null).map(toTab);
    },

    async createTabsInChannels(tenantId, teamId, places) {
      const wanted = places.flatMap((place) =>
        place.tabs.map((tab) => ({ channelId: place.channelId, tab })),
      );
      assertValid(wanted.map(({ tab }) => tab));
      const channelIds = [...new Set(places.map(({ channelId }) => channelId))];
      const items = wanted.map(({ channelId, tab }, place) =>
        toItem(tenantId, teamId, channelId, tab, place),
      );
      const rows = await database
        .write<CreationFact>(tenantId, CREATE, [
          tenantId,
          teamId,
          channelIds,
          JSON.stringify(items),
          clock.now(),
        ])
        .catch((error: unknown) => {
          throw error instanceof TakenError ? busyTeam() : error;
        });
      const [fact] = rows as [CreationFact];
      const [missing] = fact.is_archived === null ? channelIds : fact.missing_channels;
      if (missing !== undefined) throw noChannel(missing);
      const present = rows.filter(({ place }) => place !== null).map(toTab);
      if (present.length < wanted.length) throw fact.is_archived ? teamArchived(teamId) : busyTeam();
      return places.map((place) => present.splice(0, place.tabs.length));
    },

    createTabs: async (tenantId, teamId, channelId, wanted) =>
      (await tabs.createTabsInChannels(tenantId, teamId, [{ channelId, tabs: wanted }])).flat(),
  };
  return tabs;
}
