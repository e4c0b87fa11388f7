/**
 * Charter's copy of teams. It uses the tables of the embedded suite, whose indexes serve lists and the lifecycle. Delta
 * queries and Charter's own changes fill it. The index of groups (group-index.ts) has
 * the mail aliases; the copy has the team's id in their place.
 */
import { nameKey } from '../../../domain/names/key.ts';
import { membershipId } from '../../../domain/teams/membership-id.ts';
import type { MemberRole, SuiteTeam, TeamMember, TeamPatch } from '../../../domain/teams/model.ts';
import { DEFAULT_TEAM_SETTINGS, roleOf } from '../../../domain/teams/model.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { toShown } from '../calls/teams.ts';
import { ADD_NOTE, CHANNELS, type NotedChange } from './noted-changes.ts';

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

/* The people of teams in Charter's copy (team-copy.ts), whose indexes serve pages of members. */

export interface CopiedMember {
  teamId: string;
  userId: string;
}

/** Selects the people of a JSON array who are in the copy, as is their team. Guests stay guests, whatever the role. */
const PEOPLE = `
  select $1, i."teamId", i."userId", case when u.user_type = 'Guest' then 'guest' else i.role end
    from json_to_recordset($2::json) as i("teamId" text, "userId" text, role text)
    join directory.teams t on t.tenant_id = $1 and t.team_id = i."teamId"
    join directory.users u on u.tenant_id = $1 and u.user_id = i."userId"`;

const ADD_MEMBERS = `
  insert into directory.team_members as m (tenant_id, team_id, user_id, role, added_at)
  select distinct on (2, 3) *, $3::timestamptz from (${PEOPLE}) person order by 2, 3, 4 desc
  on conflict (tenant_id, team_id, user_id) do update set role = excluded.role
   where excluded.role = 'owner' and m.role = 'member'`;

const SET_ROLE = `
  update directory.team_members m set role = i.role
    from json_to_recordset($2::json) as i("teamId" text, "userId" text, role text)
   where m.tenant_id = $1 and m.team_id = i."teamId" and m.user_id = i."userId" and m.role not in ('guest', i.role)`;

const REMOVE_MEMBERS = `
  delete from directory.team_members m
   using json_to_recordset($2::json) as i("teamId" text, "userId" text)
   where m.tenant_id = $1 and m.team_id = i."teamId" and m.user_id = i."userId"`;

/** Owners of a group need not be its members, so a person has left only when they are neither. */
const REMOVE_LEAVERS = `${REMOVE_MEMBERS}
     and m.role <> 'owner'
     and not exists (select from directory.group_members g
                      where g.tenant_id = $1 and g.group_id = m.team_id and g.user_id = m.user_id)`;

const AMONG = `
  select user_id as id from directory.team_members
   where tenant_id = $1 and team_id = $2 and user_id = any ($3::text[])`;

const ADDED_SINCE = `
  select user_id as id from directory.team_members
   where tenant_id = $1 and team_id = $2 and user_id = $3 and added_at > $4`;

const VISIBLE_MILLISECONDS = 15 * 60_000;

const LIST_ADDED_SINCE = `
  select m.user_id as "userId", m.role, coalesce(u.display_name, '') as "displayName", u.mail as email
    from directory.team_members m
    left join directory.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
   where m.tenant_id = $1 and m.team_id = $2 and m.added_at > $3`;

/**
 * Time for which a person whom Charter has added counts as a member although Graph does not show them. It is short,
 * because others may remove the person meanwhile.
 */
const TRUSTED_MILLISECONDS = 120_000;

interface AddedMember {
  userId: string;
  role: MemberRole;
  displayName: string;
  email: string | null;
}

export class MemberCopy {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;

  constructor(database: SuiteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Adds people, or makes members owners.
   * @param isChange whether Charter has just added them, which counts as activity
   */
  async add(
    tenantId: string,
    members: readonly (CopiedMember & { role: 'owner' | 'member' | 'guest' })[],
    isChange: boolean,
  ): Promise<void> {
    if (members.length === 0) return;
    const at = isChange ? this.#clock.now() : null;
    await this.#database.write(ADD_MEMBERS, tenantId, JSON.stringify(members), at);
  }

  /**
   * Adds members that Graph has just returned, or makes them owners.
   * @param isChange as for `add`
   */
  async save(
    tenantId: string,
    teamId: string,
    members: readonly TeamMember[],
    isChange = true,
  ): Promise<void> {
    const rows = members.map(({ userId, roles }) => ({ teamId, userId, role: roleOf(roles) }));
    await this.add(tenantId, rows, isChange);
  }

  async setRole(tenantId: string, member: CopiedMember & { role: 'owner' | 'member' }): Promise<void> {
    await this.setRoles(tenantId, [member]);
  }

  async setRoles(tenantId: string, members: readonly (CopiedMember & { role: string })[]): Promise<void> {
    if (members.length > 0) await this.#database.write(SET_ROLE, tenantId, JSON.stringify(members));
  }

  async remove(tenantId: string, members: readonly CopiedMember[]): Promise<void> {
    if (members.length > 0) await this.#database.write(REMOVE_MEMBERS, tenantId, JSON.stringify(members));
  }

  /** Removes the people who are neither owners nor members of the group. */
  async removeLeavers(tenantId: string, people: readonly CopiedMember[]): Promise<void> {
    if (people.length > 0) await this.#database.write(REMOVE_LEAVERS, tenantId, JSON.stringify(people));
  }

  /** Whether Charter has added the person so recently that Graph may not show it everywhere. */
  async isNew(tenantId: string, teamId: string, userId: string): Promise<boolean> {
    const since = new Date(this.#clock.now().getTime() - VISIBLE_MILLISECONDS);
    return (await this.#database.read(ADDED_SINCE, tenantId, teamId, userId, since)).length > 0;
  }

  /** Lists the people whom Charter has just added. */
  async listNew(tenantId: string, teamId: string): Promise<TeamMember[]> {
    const since = new Date(this.#clock.now().getTime() - TRUSTED_MILLISECONDS);
    const rows = await this.#database.read<AddedMember>(LIST_ADDED_SINCE, tenantId, teamId, since);
    return rows.map(({ role, ...person }) => ({
      id: membershipId(teamId, person.userId),
      ...person,
      roles: role === 'member' ? [] : [role],
    }));
  }

  /** Whether one of the people is in the team as far as Charter knows. */
  async hasSome(tenantId: string, teamId: string, userIds: readonly string[]): Promise<boolean> {
    return (await this.#database.read(AMONG, tenantId, teamId, userIds)).length > 0;
  }
}
