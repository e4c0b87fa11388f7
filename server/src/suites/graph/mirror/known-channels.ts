/**
 * The channels of each team as the recorded events describe them. outside-channels.ts compares them with those of
 * Graph. Charter's own changes are merged into them at once.
 */
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { ChannelPatch } from '../../../domain/channels/suite.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { ADD_NOTE, CHANNELS, type NotedChange } from './noted-changes.ts';

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
export type OwnChannelChange = { made: true } | { updated: string; to: ChannelPatch } | { deleted: string };

/** Returns the SQL of a team's known channels, including those that Charter has created and nobody has read yet. */
const known = (teamId: string): string => `
  coalesce((select jsonb_object_agg(e.effect_id, e.result - 'id') from graph_suite.effects e
             where e.tenant_id = $1 and e.kind = 'channel' and e.scope = ${teamId} and e.result is not null), '{}')
  || k.channels`;

const FIND = `
  select i.id as "teamId", t.display_name as "teamName", ${known('i.id')} as channels, k.read_at as "readAt",
         array(select m.user_id from directory.team_members m
                where m.tenant_id = $1 and m.team_id = i.id and m.role = 'owner' order by 1) as owners,
         exists (select from graph_suite.effects e
                  where e.tenant_id = $1 and e.kind = 'channel' and e.scope = i.id and e.result is null
                    and e.asked_at > $3::timestamptz - interval '15 minutes') as "isMaking"
    from unnest($2::text[]) as i(id)
    left join directory.teams t on t.tenant_id = $1 and t.team_id = i.id
    left join graph_suite.known_channels k on k.tenant_id = $1 and k.team_id = i.id`;

/** Saves nothing when the note has changed since the channels were read. Deletes the effects of deleted channels. */
const SAVE = `
  with current as (
    delete from graph_suite.outside_changes
     where tenant_id = $1 and team_id = $2 and subject = '${CHANNELS}' and change_id = $3 and revision = $4
    returning team_id),
  gone as (
    delete from graph_suite.effects e using current
     where e.tenant_id = $1 and e.kind = 'channel' and e.scope = $2 and e.result is not null
       and not $5::jsonb ? e.effect_id
       and exists (select from graph_suite.known_channels k
                    where k.tenant_id = $1 and k.team_id = $2 and k.channels is not null))
  insert into graph_suite.known_channels as k (tenant_id, team_id, channels, read_at)
  select $1, team_id, $5::jsonb, $6 from current
  on conflict (tenant_id, team_id) do update set channels = excluded.channels, read_at = excluded.read_at`;

/** Invalidates a comparison in progress, and schedules another for when Graph shows the change. */
const CHANGED = `
  with own as (
    insert into graph_suite.known_channels as k (tenant_id, team_id, changed_at) values ($1, $2, $3)
    on conflict (tenant_id, team_id) do update
      set changed_at = excluded.changed_at,
          channels = case
            when $4::text is null then k.channels
            when $5::jsonb is null then (${known('k.team_id')}) - $4::text
            when (${known('k.team_id')}) ? $4::text then jsonb_set(${known('k.team_id')}, array[$4::text],
              ((${known('k.team_id')}) -> $4::text) || $5::jsonb)
            else k.channels end
    returning team_id)
  ${ADD_NOTE}
  select $1, team_id, '${CHANNELS}', gen_random_uuid(), '{}', $3, $3 from own
  on conflict (tenant_id, team_id, subject) do update set revision = o.revision + 1`;

export class KnownChannels {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;

  constructor(database: SuiteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(tenantId: string, teamIds: readonly string[]): Promise<Map<string, KnownTeamChannels>> {
    const now = this.#clock.now();
    const rows = await this.#database.read<KnownTeamChannels>(FIND, tenantId, teamIds, now);
    return new Map(rows.map((row) => [row.teamId, row]));
  }

  /** Saves the channels that were read because of a note, and deletes the note. */
  async save(tenantId: string, note: NotedChange, channels: readonly TeamChannel[]): Promise<void> {
    const byId = Object.fromEntries(channels.map(({ id, ...known }) => [id, known]));
    const { teamId, changeId, revision } = note;
    const json = JSON.stringify(byId);
    await this.#database.write(SAVE, tenantId, teamId, changeId, revision, json, this.#clock.now());
  }

  /** Saves a change by Charter itself. */
  async changed(tenantId: string, teamId: string, change: OwnChannelChange): Promise<void> {
    const id = 'updated' in change ? change.updated : 'deleted' in change ? change.deleted : null;
    const fields = 'updated' in change ? JSON.stringify(change.to) : null;
    await this.#database.write(CHANGED, tenantId, teamId, this.#clock.now(), id, fields);
  }
}
