/**
 * The channels of each team as the recorded events describe them. external-changes.ts compares them with those of
 * Graph. Charter's own changes are merged into them at once.
 */
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { ChannelPatch } from '../../../domain/channels/suite.ts';
import { boolean, columns, json, text, texts, time } from '../../../kernel/columns.ts';
import { replaced, sql } from '../../../kernel/sql.ts';
import { CHANNELS, INSERT_PENDING_CHANGE, type PendingChange } from './pending-changes.ts';
import { GraphStore } from './store.ts';

export type KnownChannel = Omit<TeamChannel, 'id'>;

export interface KnownTeamChannels {
  teamId: string;
  /** Null for a team that is not in the copy. */
  teamName: string | null;
  owners: string[];
  /** The channels by id, including those that Charter has created since the last read. Null before the first read. */
  channels: Readonly<Record<string, KnownChannel>> | null;
  readAt: Date | null;
  /** Whether Charter has requested a channel in the last 15 minutes and has no result yet. */
  isMaking: boolean;
}

/** A change by Charter itself: new channels, one channel's new fields, or a deleted channel. */
type OwnChannelChange = { made: true } | { updated: string; to: ChannelPatch } | { deleted: string };

/** The known channels of `k`, including those that Charter has created and not read yet. */
const CHANNELS_OF_TEAM = sql`
  (coalesce((select jsonb_object_agg(e.effect_id, e.result - 'id') from graph_suite.effects e
              where e.tenant_id = k.tenant_id and e.kind = 'channel' and e.scope = k.team_id
                and e.result is not null), '{}')
   || k.channels)`;

const KNOWN = columns<KnownTeamChannels>({
  teamId: text('i.team_id'),
  teamName: text('t.display_name'),
  owners: texts(sql`
    array(select m.user_id from directory.team_members m
           where m.tenant_id = i.tenant_id and m.team_id = i.team_id and m.role = 'owner' order by 1)`),
  channels: json(CHANNELS_OF_TEAM),
  readAt: time('k.read_at'),
  isMaking: boolean(sql`
    exists (select from graph_suite.effects e
             where e.tenant_id = i.tenant_id and e.kind = 'channel' and e.scope = i.team_id and e.result is null
               and e.asked_at > i.now - interval '15 minutes')`),
});

export class KnownChannels extends GraphStore {
  async find(tenantId: string, teamIds: readonly string[]): Promise<Map<string, KnownTeamChannels>> {
    const { tenant, all } = this.in(tenantId);
    const rows = await all(KNOWN)`
      select ${KNOWN}
        from (select ${tenant}::text as tenant_id, team_id, ${this.now()}::timestamptz as now
                from unnest(${teamIds}::text[]) team_id) i
        left join directory.teams t on t.tenant_id = i.tenant_id and t.team_id = i.team_id
        left join graph_suite.known_channels k on k.tenant_id = i.tenant_id and k.team_id = i.team_id`;
    return new Map(rows.map((row) => [row.teamId, row]));
  }

  /**
   * Saves the channels that were read because of a pending change, and deletes that pending change. Saves nothing when
   * the pending change has a newer revision. Deletes the effects of deleted channels.
   */
  async save(
    tenantId: string,
    { teamId, changeId, revision }: PendingChange,
    channels: readonly TeamChannel[],
  ): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const byId = Object.fromEntries(channels.map(({ id, ...known }) => [id, known]));
    const [team, read] = [sql.val(teamId), sql`${sql.val(JSON.stringify(byId))}::jsonb`];
    await write`
      with current as (
        delete from graph_suite.outside_changes
         where tenant_id = ${tenant} and team_id = ${team} and subject = ${CHANNELS} and change_id = ${changeId}
           and revision = ${revision}
        returning team_id),
      gone as (
        delete from graph_suite.effects e using current
         where e.tenant_id = ${tenant} and e.kind = 'channel' and e.scope = ${team} and e.result is not null
           and not ${read} ? e.effect_id
           and exists (select from graph_suite.known_channels k
                        where k.tenant_id = ${tenant} and k.team_id = ${team} and k.channels is not null))
      insert into graph_suite.known_channels as k (tenant_id, team_id, channels, read_at)
      select ${tenant}, team_id, ${read}, ${this.now()} from current
      on conflict (tenant_id, team_id) do update set ${replaced(['channels', 'read_at'])}`;
  }

  /**
   * Saves a change by Charter itself. Invalidates a comparison in progress, and schedules another for the time at
   * which Graph shows the change.
   */
  async changed(tenantId: string, teamId: string, change: OwnChannelChange): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const id = sql`${sql.val('updated' in change ? change.updated : 'deleted' in change ? change.deleted : null)}::text`;
    const fields = sql`${sql.val('updated' in change ? JSON.stringify(change.to) : null)}::jsonb`;
    const now = sql.val(this.now());
    await write`
      with own as (
        insert into graph_suite.known_channels as k (tenant_id, team_id, changed_at)
        values (${tenant}, ${teamId}, ${now})
        on conflict (tenant_id, team_id) do update
          set changed_at = excluded.changed_at,
              channels = case
                when ${id} is null then k.channels
                when ${fields} is null then ${CHANNELS_OF_TEAM} - ${id}
                when ${CHANNELS_OF_TEAM} ? ${id} then
                  jsonb_set(${CHANNELS_OF_TEAM}, array[${id}], (${CHANNELS_OF_TEAM} -> ${id}) || ${fields})
                else k.channels end
        returning team_id)
      ${INSERT_PENDING_CHANGE}
      select ${tenant}, team_id, ${CHANNELS}, gen_random_uuid(), '{}', ${now}, ${now} from own
      on conflict (tenant_id, team_id, subject) do update set revision = o.revision + 1`;
  }
}
