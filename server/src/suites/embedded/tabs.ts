/**
 * Tabs of a channel.
 *
 * sortOrderIndex is a string of digits ("teamsTab resource type"); a new tab without one gets the next
 * multiple of 10000.
 */
import { randomUUID } from 'node:crypto';
import type { TeamChannelTab } from '../../domain/channels/model.ts';
import { assertKnownApps, describeApp } from '../../domain/channels/store-apps.ts';
import type { SuiteChannels } from '../../domain/channels/suite.ts';
import {
  assertNewTabs,
  channelReadOnly,
  noChannel,
  toConfiguration,
} from '../../domain/channels/suite-rules.ts';
import { concurrentTeamChange, teamReadOnly } from '../../domain/teams/suite-rules.ts';
import { boolean, columns, json, text, texts } from '../../kernel/columns.ts';
import { sql, table } from '../../kernel/sql.ts';
import { UniqueViolationError } from '../../kernel/suite-database.ts';
import { inTeam, type SuiteParts, tabPath } from './parts.ts';

type StoredTab = Omit<TeamChannelTab, 'teamsApp'> & { teamsAppId: string };

const TAB = columns({
  tab: json<StoredTab>(sql`
    json_build_object(
      'id', t.tab_id, 'displayName', t.display_name, 'configuration', t.configuration,
      'teamsAppId', t.teams_app_id, 'sortOrderIndex', t.sort_order_index, 'webUrl', t.web_url)`),
});

/** `tabId` is null for a channel without tabs. */
const LISTED = columns({ ...TAB.members, tabId: text<string | null>('t.tab_id') });

const CREATED = columns({
  isArchived: boolean<boolean | null>('fact.is_archived'),
  missingChannels: texts<string[]>('fact.missing_channels'),
  readOnlyChannels: texts<string[]>('fact.read_only_channels'),
  tab: json<StoredTab | null>('made.tab'),
});

const toTab = ({ teamsAppId, ...tab }: StoredTab): TeamChannelTab => ({
  ...tab,
  teamsApp: describeApp(teamsAppId),
});

export function createTabs({ database, clock, ownApps }: SuiteParts) {
  /** Reuses the tabs that carry the given markers. Creates all the others, or none. */
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
    assertKnownApps(
      items.map(({ teamsAppId }) => teamsAppId),
      ownApps,
    );
    const channelIds = [...new Set(places.map(({ channelId }) => channelId))];
    const { tenant, team, of, heldTeam, all } = inTeam(database, tenantId, teamId);
    const channels = sql`${sql.val(channelIds)}::text[]`;
    const item = table('i', items, {
      place: 'integer',
      channelId: 'text',
      tabId: 'text',
      marker: 'text',
      displayName: 'text',
      teamsAppId: 'text',
      configuration: 'jsonb',
      sortOrderIndex: 'text',
      path: 'text',
    });
    const rows = await all(CREATED)`
      with ${heldTeam()},
      item as materialized (select * from ${item}),
      adopted as materialized (
        select i.place, ${TAB}
          from item i
          join embedded_suite.tabs t on ${of('t')} and t.channel_id = i."channelId" and t.marker = i.marker
      ),
      fresh as materialized (select * from item where place not in (select place from adopted)),
      last as materialized (
        select channel_id, coalesce(max(sort_order_index::bigint), 0) / 10000 as index
          from (select t.channel_id, t.sort_order_index from embedded_suite.tabs t
                 where ${of('t')} and t.channel_id = any (${channels})
                union all
                select "channelId", "sortOrderIndex" from fresh) present
         group by channel_id
      ),
      -- The locks prevent the concurrent archiving and deletion of the channels.
      channel as materialized (
        select c.channel_id, c.is_archived from embedded_suite.channels c, (select count(*) from team) held
         where ${of('c')} and c.channel_id = any (${channels})
         order by c.channel_id
           for share of c
      ),
      fact as materialized (
        select (select is_archived from team) as is_archived,
               array(select wanted.channel_id from unnest(${channels}) as wanted (channel_id)
                      where not exists (
                        select from channel where channel.channel_id = wanted.channel_id)) as missing_channels,
               array(select channel.channel_id from channel
                      where channel.is_archived
                        and exists (select from fresh f where f."channelId" = channel.channel_id))
                 as read_only_channels
      ),
      created as (
        insert into embedded_suite.tabs as t
          (tenant_id, team_id, channel_id, tab_id, marker, display_name, teams_app_id, configuration,
           sort_order_index, web_url, created_at)
        select ${tenant}, ${team}, f."channelId", f."tabId", f.marker, f."displayName", f."teamsAppId", f.configuration,
               coalesce(f."sortOrderIndex",
                 ((last.index
                   + row_number() over (partition by f."channelId", f."sortOrderIndex" is null order by f.place))
                  * 10000)::text),
               'https://teams.' || o.default_domain_name || f.path, ${clock.now()}
          from fresh f
          join last on last.channel_id = f."channelId", fact, directory.organisations o
         where not fact.is_archived and fact.missing_channels = '{}' and fact.read_only_channels = '{}'
           and o.tenant_id = ${tenant}
         order by f.place
        returning t.tab_id as "tabId", ${TAB}
      )
      select ${CREATED}
        from fact
        left join (
          select place, tab from adopted
          union all
          select fresh.place, created.tab from created join fresh using ("tabId")
        ) made on true
       order by made.place`.catch((error: unknown) => {
      throw error instanceof UniqueViolationError ? concurrentTeamChange() : error;
    });
    const { isArchived, missingChannels, readOnlyChannels } = rows[0]!;
    const [missing] = isArchived === null ? channelIds : missingChannels;
    if (missing !== undefined) throw noChannel(missing);
    const present = rows.flatMap(({ tab }) => (tab === null ? [] : toTab(tab)));
    if (present.length < items.length) {
      if (isArchived) throw teamReadOnly(teamId);
      throw readOnlyChannels.length > 0 ? channelReadOnly() : concurrentTeamChange();
    }
    return places.map((place) => present.splice(0, place.tabs.length));
  };

  return {
    async listTabs(tenantId, teamId, channelId) {
      const { of, all } = inTeam(database, tenantId, teamId);
      const channel = sql.val(channelId);
      const rows = await all(LISTED)`
        select ${LISTED}
          from embedded_suite.channels c
          left join embedded_suite.tabs t on ${of('t')} and t.channel_id = ${channel}
         where ${of('c')} and c.channel_id = ${channel}
         order by t.sort_order_index::bigint, t.tab_id`;
      if (rows.length === 0) throw noChannel(channelId);
      return rows.filter(({ tabId }) => tabId !== null).map(({ tab }) => toTab(tab));
    },
    createTabsInChannels,
    createTabs: async (tenantId, teamId, channelId, tabs) =>
      (await createTabsInChannels(tenantId, teamId, [{ channelId, tabs }])).flat(),
  } satisfies Partial<SuiteChannels>;
}
