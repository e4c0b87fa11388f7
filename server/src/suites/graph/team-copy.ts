/**
 * Charter's copy of teams and their members, in the tables of the embedded suite, whose indexes serve lists, pages of
 * members and the lifecycle. Delta queries and Charter's own changes fill it. Mail aliases are in the index of groups
 * (group-index.ts); the copy has the team's id instead.
 */
import { nameKey } from '../../domain/names/key.ts';
import type { SuiteTeam, TeamMember, TeamPatch } from '../../domain/teams/model.ts';
import { DEFAULT_TEAM_SETTINGS, roleOf } from '../../domain/teams/model.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EmbeddedDatabase } from '../embedded/database.ts';
import { type NotedChange, toShown } from './noted-changes.ts';

/** A team as a delta query shows it. */
export interface CopiedGroup {
  id: string;
  displayName: string;
  description: string | null;
  visibility: string;
  createdDateTime: string;
}

export interface CopiedMember {
  teamId: string;
  userId: string;
}

/** Fields of a team, settings groups in part. */
export type OwnChange = TeamPatch & { isArchived?: boolean; sensitivityLabelId?: string | null };

const SETTINGS = JSON.stringify(DEFAULT_TEAM_SETTINGS);

const SAVE_TEAM = `
  insert into embedded_suite.teams as t
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
 * Part of a statement. Events tell of changes from the state in `shown` on, which Charter's own change $17 is now part
 * of; a team that was never read has nothing to tell.
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

/** Notes what others have changed besides, and makes a comparison that is under way begin again. */
const SAVE = `
  with own as (${SAVE_OWN}),
  noted as (
    insert into graph_suite.outside_changes as o
      (tenant_id, team_id, subject, change_id, before, noticed_at, due_at)
    select $1, $2, '', gen_random_uuid(), '{}', $16::timestamptz, $16::timestamptz from own
     where shown is distinct from $15::jsonb
        or exists (select from graph_suite.outside_changes where tenant_id = $1 and team_id = $2 and subject = '')
    on conflict (tenant_id, team_id, subject) do update set revision = o.revision + 1)
  ${SAVE_TEAM} ${REPLACE_TEAM}`;

/** Saves nothing when the note has changed since the team was read. */
const SAVE_NOTED = `
  with current as (
    delete from graph_suite.outside_changes
     where tenant_id = $1 and team_id = $2 and subject = '' and change_id = $17 and revision = $18
    returning team_id),
  shown as (
    update graph_suite.groups
       set shown = $15::jsonb, looked_at = $16::timestamptz, is_archived = $10::boolean,
           changed_at = coalesce($14::timestamptz, changed_at)
     where tenant_id = $1 and group_id in (select team_id from current))
  ${SAVE_TEAM} from current ${REPLACE_TEAM}`;

const SAVE_GROUPS = `
  with item as (
    select * from json_to_recordset($2::json) as i(
      id text, "displayName" text, "nameKey" text, description text, visibility text, "createdDateTime" timestamptz)
  )
  insert into embedded_suite.teams as t
    (tenant_id, team_id, display_name, display_name_key, description, internal_id, web_url, visibility, mail_nickname,
     settings, created_at)
  select $1, id, "displayName", "nameKey", description, '', '', visibility, id, $3::jsonb, "createdDateTime"
    from item order by id
  on conflict (tenant_id, team_id) do update
    set display_name = excluded.display_name, display_name_key = excluded.display_name_key,
        description = excluded.description, visibility = excluded.visibility`;

/** Selects the people of an array that the directory has, with the role that they can have: guests stay guests. */
const PEOPLE = `
  select $1, i."teamId", i."userId", case when u.user_type = 'Guest' then 'guest' else i.role end
    from json_to_recordset($2::json) as i("teamId" text, "userId" text, role text)
    join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = i."teamId"
    join embedded_suite.users u on u.tenant_id = $1 and u.user_id = i."userId"`;

const ADD_MEMBERS = `
  insert into embedded_suite.team_members as m (tenant_id, team_id, user_id, role, added_at)
  select distinct on (2, 3) *, $3::timestamptz from (${PEOPLE}) person order by 2, 3, 4 desc
  on conflict (tenant_id, team_id, user_id) do update set role = excluded.role
   where excluded.role = 'owner' and m.role = 'member'`;

const SET_ROLE = `
  update embedded_suite.team_members m set role = i.role
    from json_to_recordset($2::json) as i("teamId" text, "userId" text, role text)
   where m.tenant_id = $1 and m.team_id = i."teamId" and m.user_id = i."userId" and m.role not in ('guest', i.role)`;

const REMOVE_MEMBERS = `
  delete from embedded_suite.team_members m
   using json_to_recordset($2::json) as i("teamId" text, "userId" text)
   where m.tenant_id = $1 and m.team_id = i."teamId" and m.user_id = i."userId"`;

/** Owners of a group need not be its members: whoever is neither any more has left. */
const REMOVE_LEAVERS = `${REMOVE_MEMBERS}
     and m.role <> 'owner'
     and not exists (select from embedded_suite.group_members g
                      where g.tenant_id = $1 and g.group_id = m.team_id and g.user_id = m.user_id)`;

const AMONG = `
  select user_id as id from embedded_suite.team_members
   where tenant_id = $1 and team_id = $2 and user_id = any ($3::text[])`;

const TOUCH = `
  update embedded_suite.teams set changed_at = greatest(changed_at, $3)
   where tenant_id = $1 and team_id = $2`;

const REMOVE = [
  'delete from embedded_suite.teams where tenant_id = $1 and team_id = any ($2::text[])',
  'delete from embedded_suite.team_members where tenant_id = $1 and team_id = any ($2::text[])',
];

const WITHOUT_DETAILS = `
  select team_id as id from embedded_suite.teams where tenant_id = $1 and internal_id = '' limit $2`;

/** An empty internal id is asked for again; a dash is not. */
const SKIP_DETAILS = `
  update embedded_suite.teams set internal_id = '-' where tenant_id = $1 and team_id = $2 and internal_id = ''`;

export class TeamCopy {
  readonly #database: EmbeddedDatabase;
  readonly #clock: Clock;

  constructor(database: EmbeddedDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * @param isChange whether Charter has just changed it, which counts as activity
   * @param own the fields that Charter has changed; what else differs was changed by others
   */
  async save(tenantId: string, team: SuiteTeam, isChange: boolean, own: OwnChange = {}): Promise<void> {
    await this.#database.write(SAVE, tenantId, ...this.#valuesOf(team, isChange), JSON.stringify(own));
  }

  /** Saves a team that was read because of a note, and removes the note. */
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

  /** Adds or promotes people. @param isChange whether Charter has just added them, which counts as activity */
  async addMembers(
    tenantId: string,
    members: readonly (CopiedMember & { role: 'owner' | 'member' | 'guest' })[],
    isChange: boolean,
  ): Promise<void> {
    if (members.length === 0) return;
    const at = isChange ? this.#clock.now() : null;
    await this.#database.write(ADD_MEMBERS, tenantId, JSON.stringify(members), at);
  }

  /** Replaces the roles of those whom Graph has just shown. */
  async saveMembers(tenantId: string, teamId: string, members: readonly TeamMember[]): Promise<void> {
    const rows = members.map(({ userId, roles }) => ({ teamId, userId, role: roleOf(roles) }));
    await this.addMembers(tenantId, rows, true);
  }

  async setRole(tenantId: string, member: CopiedMember & { role: 'owner' | 'member' }): Promise<void> {
    await this.setRoles(tenantId, [member]);
  }

  async setRoles(tenantId: string, members: readonly (CopiedMember & { role: string })[]): Promise<void> {
    if (members.length > 0) await this.#database.write(SET_ROLE, tenantId, JSON.stringify(members));
  }

  async removeMembers(tenantId: string, members: readonly CopiedMember[]): Promise<void> {
    if (members.length > 0) await this.#database.write(REMOVE_MEMBERS, tenantId, JSON.stringify(members));
  }

  /** Removes those of the people who are neither owners nor members of the group. */
  async removeLeavers(tenantId: string, people: readonly CopiedMember[]): Promise<void> {
    if (people.length > 0) await this.#database.write(REMOVE_LEAVERS, tenantId, JSON.stringify(people));
  }

  /** Whether one of the people is in the team as far as Charter knows. */
  async hasSome(tenantId: string, teamId: string, userIds: readonly string[]): Promise<boolean> {
    return (await this.#database.read(AMONG, tenantId, teamId, userIds)).length > 0;
  }

  /** Records activity in the team now. */
  async touch(tenantId: string, teamId: string): Promise<void> {
    await this.#database.write(TOUCH, tenantId, teamId, this.#clock.now());
  }

  async remove(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length > 0) await this.#database.writeAll(REMOVE, tenantId, teamIds);
  }

  /** Returns ids of teams of which only the group is known. */
  async withoutDetails(tenantId: string, most: number): Promise<string[]> {
    const rows = await this.#database.read<{ id: string }>(WITHOUT_DETAILS, tenantId, most);
    return rows.map(({ id }) => id);
  }

  async skipDetails(tenantId: string, teamId: string): Promise<void> {
    await this.#database.write(SKIP_DETAILS, tenantId, teamId);
  }
}
