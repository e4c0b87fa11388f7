/**
 * Charter's copy of teams. It uses the tables of the embedded suite, whose indexes serve lists and the lifecycle. Delta
 * queries and Charter's own changes fill it. The people are in member-copy.ts. The index of groups (group-index.ts) has
 * the mail aliases; the copy has the team's id in their place.
 */
import { nameKey } from '../../domain/names/key.ts';
import type { SuiteTeam, TeamPatch } from '../../domain/teams/model.ts';
import { DEFAULT_TEAM_SETTINGS } from '../../domain/teams/model.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';
import { ADD_NOTE, CHANNELS, type NotedChange } from './noted-changes.ts';
import { toShown } from './shown-team.ts';

/** A team as a delta query shows it. */
export interface CopiedGroup {
  id: string;
  displayName: string;
  description: string | null;
  visibility: string;
  createdDateTime: string;
}

/** Fields of a team that Charter has changed, with their values. Groups of settings may be partial. */
export type OwnChange = TeamPatch & { isArchived?: boolean; sensitivityLabelId?: string | null };

const SETTINGS = JSON.stringify(DEFAULT_TEAM_SETTINGS);

const SAVE_TEAM = `
  insert into directory.teams as t
    (tenant_id, team_id, display_name, display_name_key, description, internal_id, web_url, classification, visibility,
     mail_nickname, is_archived, settings, sensitivity_label_id, created_at, changed_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $2, $10::boolean, $11::jsonb, $12, $13::timestamptz, $14::timestamptz`;
const REPLACE_TEAM = `
  on conflict (tenant_id, team_id) do update
    set display_name = excluded.display_name, display_name_key = excluded.display_name_key,
        description = excluded.description, internal_id = excluded.internal_id, web_url = excluded.web_url,
        classification = excluded.classification, visibility = excluded.visibility,
        is_archived = excluded.is_archived, sensitivity_label_id = excluded.sensitivity_label_id,
        created_at = excluded.created_at, changed_at = greatest(t.changed_at, excluded.changed_at)`;

/**
 * Part of a statement. Merges Charter's own change ($17) into `shown`, the state that the next event is compared
 * with. For a team that was never read, stores its present state ($15).
 */
const SAVE_OWN = `
  update graph_suite.groups
     set shown = case when shown is null then $15::jsonb else shown || (
           select coalesce(jsonb_object_agg(key, case
                    when jsonb_typeof(value) = 'object' then coalesce(shown -> key, '{}') || value else value end), '{}')
             from jsonb_each($17::jsonb)) end,
         looked_at = coalesce(looked_at, $16::timestamptz), is_archived = $10::boolean,
         changed_at = coalesce($14::timestamptz, changed_at)
   where tenant_id = $1 and group_id = $2
  returning shown`;

/** Adds a note when others have changed the team too, and invalidates a comparison in progress. */
const SAVE = `
  with own as (${SAVE_OWN}),
  noted as (
    ${ADD_NOTE}
    select $1, $2, '', gen_random_uuid(), '{}', $16::timestamptz, $16::timestamptz from own
     where shown is distinct from $15::jsonb
        or exists (select from graph_suite.outside_changes where tenant_id = $1 and team_id = $2 and subject = '')
    on conflict (tenant_id, team_id, subject) do update set revision = o.revision + 1)
  ${SAVE_TEAM} ${REPLACE_TEAM}`;

/**
 * Saves nothing when the note has changed since the team was read. Notes the channels of a new team, which are read
 * next.
 */
const SAVE_NOTED = `
  with current as (
    delete from graph_suite.outside_changes
     where tenant_id = $1 and team_id = $2 and subject = '' and change_id = $17 and revision = $18
    returning team_id),
  shown as (
    update graph_suite.groups
       set shown = $15::jsonb, looked_at = $16::timestamptz, is_archived = $10::boolean, deleted_at = null,
           changed_at = coalesce($14::timestamptz, changed_at)
     where tenant_id = $1 and group_id in (select team_id from current)),
  unread as (
    ${ADD_NOTE}
    select $1, team_id, '${CHANNELS}', gen_random_uuid(), '{}', $16::timestamptz, $16::timestamptz from current
     where not exists (
       select from graph_suite.known_channels k where k.tenant_id = $1 and k.team_id = current.team_id)
    on conflict (tenant_id, team_id, subject) do nothing)
  ${SAVE_TEAM} from current ${REPLACE_TEAM}`;

/** Skips teams that were deleted shortly before, because a delta query can still show them. */
const SAVE_GROUPS = `
  with item as (
    select * from json_to_recordset($2::json) as i(
      id text, "displayName" text, "nameKey" text, description text, visibility text, "createdDateTime" timestamptz)
  )
  insert into directory.teams as t
    (tenant_id, team_id, display_name, display_name_key, description, internal_id, web_url, visibility, mail_nickname,
     settings, created_at)
  select $1, id, "displayName", "nameKey", description, '', '', visibility, id, $3::jsonb, "createdDateTime"
    from item
   where not exists (select from graph_suite.groups g
                      where g.tenant_id = $1 and g.group_id = item.id and g.deleted_at is not null)
   order by id
  on conflict (tenant_id, team_id) do update
    set display_name = excluded.display_name, display_name_key = excluded.display_name_key,
        description = excluded.description, visibility = excluded.visibility`;

const TOUCH = `
  update directory.teams set changed_at = greatest(changed_at, $3)
   where tenant_id = $1 and team_id = $2`;

const REMOVE = [
  'delete from directory.teams where tenant_id = $1 and team_id = any ($2::text[])',
  'delete from directory.team_members where tenant_id = $1 and team_id = any ($2::text[])',
  'delete from graph_suite.known_channels where tenant_id = $1 and team_id = any ($2::text[])',
];

const WITHOUT_DETAILS = `
  select team_id as id from directory.teams where tenant_id = $1 and internal_id = '' limit $2`;

/** Marks a team whose details are not read again: an empty internal id is read again later, a dash is not. */
const SKIP_DETAILS = `
  update directory.teams set internal_id = '-' where tenant_id = $1 and team_id = $2 and internal_id = ''`;

export class TeamCopy {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;

  constructor(database: SuiteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * @param isChange whether Charter has just changed the team, which counts as activity
   * @param own fields that Charter has changed; differences in other fields are changes by others
   */
  async save(tenantId: string, team: SuiteTeam, isChange: boolean, own: OwnChange = {}): Promise<void> {
    await this.#database.write(SAVE, tenantId, ...this.#valuesOf(team, isChange), JSON.stringify(own));
  }

  /** Saves a team that was read because of a note, and deletes the note. */
  async saveNoted(tenantId: string, team: SuiteTeam, { changeId, revision }: NotedChange): Promise<void> {
    await this.#database.write(SAVE_NOTED, tenantId, ...this.#valuesOf(team, false), changeId, revision);
  }

  #valuesOf(suiteTeam: SuiteTeam, isChange: boolean): unknown[] {
    const { team, sensitivityLabelId } = suiteTeam;
    const now = this.#clock.now();
    return [
      team.id,
      team.displayName,
      nameKey(team.displayName),
      team.description,
      team.internalId || '-',
      team.webUrl,
      team.classification,
      team.visibility,
      team.isArchived,
      SETTINGS,
      sensitivityLabelId,
      team.createdDateTime,
      isChange ? now : null,
      JSON.stringify(toShown(suiteTeam)),
      now,
    ];
  }

  async saveGroups(tenantId: string, groups: readonly CopiedGroup[]): Promise<void> {
    if (groups.length === 0) return;
    const rows = groups.map((group) => ({ ...group, nameKey: nameKey(group.displayName) }));
    await this.#database.write(SAVE_GROUPS, tenantId, JSON.stringify(rows), SETTINGS);
  }

  /** Records activity in the team now. */
  async touch(tenantId: string, teamId: string): Promise<void> {
    await this.#database.write(TOUCH, tenantId, teamId, this.#clock.now());
  }

  /** Removes teams with their members and known channels. */
  async remove(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length > 0) await this.#database.writeAll(REMOVE, tenantId, teamIds);
  }

  /** Returns ids of teams whose group was read, but not the team itself. */
  async withoutDetails(tenantId: string, most: number): Promise<string[]> {
    const rows = await this.#database.read<{ id: string }>(WITHOUT_DETAILS, tenantId, most);
    return rows.map(({ id }) => id);
  }

  async skipDetails(tenantId: string, teamId: string): Promise<void> {
    await this.#database.write(SKIP_DETAILS, tenantId, teamId);
  }
}
