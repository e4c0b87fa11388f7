/**
 * Tabs of a channel.
 *
 * sortOrderIndex is a string of digits ("teamsTab resource type"); a new tab without one gets the next
 * multiple of 10000.
 */
import { randomUUID } from 'node:crypto';
import type { TeamChannelTab } from '../../domain/channels/model.ts';
import type { SuiteChannels } from '../../domain/channels/suite.ts';
import { assertNewTabs, noChannel, toConfiguration } from '../../domain/channels/suite-rules.ts';
import { busyTeam, teamArchived } from '../../domain/teams/suite-rules.ts';
import { TakenError } from '../../kernel/suite-database.ts';
import { describeApp } from './apps.ts';
import { tabPath } from './ids.ts';
import type { SuiteParts } from './parts.ts';
import { HELD_TEAM } from './team-row.ts';

/** A tab with the id of its app. */
type StoredTab = Omit<TeamChannelTab, 'teamsApp'> & { teamsAppId: string };

/** Selects a StoredTab from `tabs t`. */
const TAB = `
  json_build_object(
    'id', t.tab_id, 'displayName', t.display_name, 'configuration', t.configuration,
    'teamsAppId', t.teams_app_id, 'sortOrderIndex', t.sort_order_index, 'webUrl', t.web_url) as tab`;

const LIST = `
  select t.tab_id, ${TAB}
    from embedded_suite.channels c
    left join embedded_suite.tabs t on t.tenant_id = $1 and t.team_id = $2 and t.channel_id = $3
   where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
   order by t.sort_order_index::bigint, t.tab_id`;

/** Adopts tabs by their markers, and creates either all others or none. */
const CREATE = `
  with ${HELD_TEAM},
  item as materialized (
    select * from json_to_recordset($4::json) as i(
      place integer, "channelId" text, "tabId" text, marker text, "displayName" text, "teamsAppId" text,
      configuration jsonb, "sortOrderIndex" text, path text)
  ),
  adopted as materialized (
    select i.place, ${TAB}
      from item i
      join embedded_suite.tabs t
        on t.tenant_id = $1 and t.team_id = $2 and t.channel_id = i."channelId" and t.marker = i.marker
  ),
  fresh as materialized (select * from item where place not in (select place from adopted)),
  last as materialized (
    select channel_id, coalesce(max(sort_order_index::bigint), 0) / 10000 as index
      from (select t.channel_id, t.sort_order_index from embedded_suite.tabs t
             where t.tenant_id = $1 and t.team_id = $2 and t.channel_id = any ($3::text[])
            union all
            select "channelId", "sortOrderIndex" from fresh) present
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
    select $1, $2, f."channelId", f."tabId", f.marker, f."displayName", f."teamsAppId", f.configuration,
           coalesce(f."sortOrderIndex",
             ((last.index
               + row_number() over (partition by f."channelId", f."sortOrderIndex" is null order by f.place))
              * 10000)::text),
           'https://teams.' || o.default_domain_name || f.path, $5
      from fresh f
      join last on last.channel_id = f."channelId", fact, directory.organisations o
     where not fact.is_archived and fact.missing_channels = '{}' and o.tenant_id = $1
     order by f.place
    returning t.tab_id as "tabId", ${TAB}
  )
  select fact.*, made.tab
    from fact
    left join (
      select place, tab from adopted
      union all
      select fresh.place, created.tab from created join fresh using ("tabId")
    ) made on true
   order by made.place`;

interface CreationFact {
  is_archived: boolean | null;
  missing_channels: string[];
  tab: StoredTab | null;
}

const toTab = ({ teamsAppId, ...tab }: StoredTab): TeamChannelTab => ({
  ...tab,
  teamsApp: describeApp(teamsAppId),
});

export function createTabs({ database, clock }: SuiteParts) {
  const createTabsInChannels: SuiteChannels['createTabsInChannels'] = async (tenantId, teamId, places) => {
    const items = places
      .flatMap(({ channelId, tabs }) => tabs.map((tab) => ({ ...tab, channelId, tabId: randomUUID() })))
      .map((item, place) => ({
        ...item,
        place,
        configuration: toConfiguration(item.configuration),
        path: tabPath(tenantId, teamId, item.channelId, item.tabId),
      }));
    assertNewTabs(items);
    const channelIds = [...new Set(places.map(({ channelId }) => channelId))];
    const values = [channelIds, JSON.stringify(items), clock.now()];
    const rows = await database
      .write<CreationFact>(CREATE, tenantId, teamId, ...values)
      .catch((error: unknown) => {
        throw error instanceof TakenError ? busyTeam() : error;
      });
    const [fact] = rows as [CreationFact];
    const [missing] = fact.is_archived === null ? channelIds : fact.missing_channels;
    if (missing !== undefined) throw noChannel(missing);
    const present = rows.flatMap(({ tab }) => (tab === null ? [] : toTab(tab)));
    if (present.length < items.length) throw fact.is_archived ? teamArchived(teamId) : busyTeam();
    return places.map((place) => present.splice(0, place.tabs.length));
  };

  return {
    async listTabs(tenantId, teamId, channelId) {
      const rows = await database.read<{ tab_id: string | null; tab: StoredTab }>(
        LIST,
        tenantId,
        teamId,
        channelId,
      );
      if (rows.length === 0) throw noChannel(channelId);
      return rows.filter(({ tab_id }) => tab_id !== null).map(({ tab }) => toTab(tab));
    },
    createTabsInChannels,
    createTabs: async (tenantId, teamId, channelId, tabs) =>
      (await createTabsInChannels(tenantId, teamId, [{ channelId, tabs }])).flat(),
  } satisfies Partial<SuiteChannels>;
}
