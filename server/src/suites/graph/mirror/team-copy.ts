/**
 * Charter's copy of teams, in the tables of the embedded suite, whose indexes serve lists and the lifecycle. Delta
 * queries and Charter's own changes fill it. The index of groups (group-index.ts) has the mail aliases; the copy
 * stores the team's id instead.
 */
import { nameKey } from '../../../domain/names/key.ts';
import { type MemberRow, memberOf } from '../../../domain/teams/membership-id.ts';
import type { SuiteTeam, TeamMember, TeamPatch } from '../../../domain/teams/model.ts';
import { DEFAULT_TEAM_SETTINGS, type MemberRole, roleOf } from '../../../domain/teams/model.ts';
import { columns, text } from '../../../kernel/columns.ts';
import { replaced, type Sql, sql, table } from '../../../kernel/sql.ts';
import { toShownTeam } from '../calls/teams.ts';
import { CHANNELS, INSERT_PENDING_CHANGE, type PendingChange } from './pending-changes.ts';
import { GraphStore } from './store.ts';

/** A team as a delta query returns it. */
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

const REPLACE_TEAM = sql`
  on conflict (tenant_id, team_id) do update
    set ${replaced([
      ...['display_name', 'display_name_key', 'description', 'internal_id', 'web_url', 'classification'],
      ...['visibility', 'is_archived', 'sensitivity_label_id', 'created_at'],
    ])}, changed_at = greatest(t.changed_at, excluded.changed_at)`;

export class TeamCopy extends GraphStore {
  /**
   * Merges Charter's own change into `shown`, the state with which the next read is compared. For a team that was never
   * read, stores its current state. Records a pending change when others have changed the team too, and invalidates a
   * comparison in progress.
   * @param isChange whether Charter has just changed the team, which counts as activity
   * @param own fields that Charter has changed; differences in other fields are external changes
   */
  async save(tenantId: string, team: SuiteTeam, isChange: boolean, own: OwnChange = {}): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const { id, shown, now, changedAt, isArchived, insert } = this.#partsOf(tenant, team, isChange);
    await write`
      with own as (
        update graph_suite.groups
           set shown = case when shown is null then ${shown} else shown || (
                 select coalesce(jsonb_object_agg(key, case
                          when jsonb_typeof(value) = 'object' then coalesce(shown -> key, '{}') || value
                          else value end), '{}')
                   from jsonb_each(${JSON.stringify(own)}::jsonb)) end,
               looked_at = coalesce(looked_at, ${now}), is_archived = ${isArchived},
               changed_at = coalesce(${changedAt}, changed_at)
         where tenant_id = ${tenant} and group_id = ${id}
        returning shown),
      recorded as (
        ${INSERT_PENDING_CHANGE}
        select ${tenant}, ${id}, '', gen_random_uuid(), '{}', ${now}, ${now} from own
         where shown is distinct from ${shown}
            or exists (select from graph_suite.outside_changes
                        where tenant_id = ${tenant} and team_id = ${id} and subject = '')
        on conflict (tenant_id, team_id, subject) do update set revision = o.revision + 1)
      ${insert} ${REPLACE_TEAM}`;
  }

  /**
   * Saves a team that was read because of a pending change, and deletes that pending change. Saves nothing when the
   * pending change has a newer revision.
   * Records a pending change to the channels of a new team, which are read next.
   */
  async saveRecorded(
    tenantId: string,
    team: SuiteTeam,
    { changeId, revision }: PendingChange,
  ): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const { id, shown, now, changedAt, isArchived, insert } = this.#partsOf(tenant, team, false);
    await write`
      with current as (
        delete from graph_suite.outside_changes
         where tenant_id = ${tenant} and team_id = ${id} and subject = '' and change_id = ${changeId}
           and revision = ${revision}
        returning team_id),
      shown as (
        update graph_suite.groups
           set shown = ${shown}, looked_at = ${now}, is_archived = ${isArchived}, deleted_at = null,
               changed_at = coalesce(${changedAt}, changed_at)
         where tenant_id = ${tenant} and group_id in (select team_id from current)),
      unread as (
        ${INSERT_PENDING_CHANGE}
        select ${tenant}, team_id, ${CHANNELS}, gen_random_uuid(), '{}', ${now}, ${now} from current
         where not exists (
           select from graph_suite.known_channels k where k.tenant_id = ${tenant} and k.team_id = current.team_id)
        on conflict (tenant_id, team_id, subject) do nothing)
      ${insert} from current ${REPLACE_TEAM}`;
  }

  /** Returns the SQL parts that the statements for saving a team share. */
  #partsOf(tenant: Sql, suiteTeam: SuiteTeam, isChange: boolean) {
    const { team, sensitivityLabelId } = suiteTeam;
    const id = sql.val(team.id);
    const isArchived = sql`${sql.val(team.isArchived)}::boolean`;
    const now = sql`${sql.val(this.now())}::timestamptz`;
    const changedAt = isChange ? now : sql`null::timestamptz`;
    const shown = sql`${sql.val(JSON.stringify(toShownTeam(suiteTeam)))}::jsonb`;
    const row = {
      tenant_id: tenant,
      team_id: id,
      display_name: team.displayName,
      display_name_key: nameKey(team.displayName),
      description: team.description,
      internal_id: team.internalId || '-',
      web_url: team.webUrl,
      classification: team.classification,
      visibility: team.visibility,
      mail_nickname: id,
      is_archived: isArchived,
      settings: sql`${SETTINGS}::jsonb`,
      sensitivity_label_id: sensitivityLabelId,
      created_at: sql`${team.createdDateTime}::timestamptz`,
      changed_at: changedAt,
    };
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    const insert = sql`insert into directory.teams as t (${names}) select ${sql.join(Object.values(row))}`;
    return { id, shown, now, changedAt, isArchived, insert };
  }

  /** Skips teams that were deleted shortly before, because a delta query can still show them. */
  async saveGroups(tenantId: string, groups: readonly CopiedGroup[]): Promise<void> {
    if (groups.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    const items = groups.map((group) => ({ ...group, nameKey: nameKey(group.displayName) }));
    const item = table('item', items, {
      id: 'text',
      displayName: 'text',
      nameKey: 'text',
      description: 'text',
      visibility: 'text',
      createdDateTime: 'timestamptz',
    });
    await write`
      insert into directory.teams as t
        (tenant_id, team_id, display_name, display_name_key, description, internal_id, web_url, visibility,
         mail_nickname, settings, created_at)
      select ${tenant}, id, "displayName", "nameKey", description, '', '', visibility, id, ${SETTINGS}::jsonb,
             "createdDateTime"
        from ${item}
       where not exists (select from graph_suite.groups g
                          where g.tenant_id = ${tenant} and g.group_id = item.id and g.deleted_at is not null)
       order by id
      on conflict (tenant_id, team_id) do update
        set ${replaced(['display_name', 'display_name_key', 'description', 'visibility'])}`;
  }

  /** Records activity in the team now. */
  async touch(tenantId: string, teamId: string): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    await write`
      update directory.teams set changed_at = greatest(changed_at, ${this.now()})
       where tenant_id = ${tenant} and team_id = ${teamId}`;
  }

  /** Removes teams with their members and known channels. */
  async remove(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length === 0) return;
    await this.in(tenantId).transaction(async ({ tenant, write }) => {
      const ofTeams = sql`where tenant_id = ${tenant} and team_id = any (${teamIds}::text[])`;
      await write`delete from directory.teams ${ofTeams}`;
      await write`delete from directory.team_members ${ofTeams}`;
      await write`delete from graph_suite.known_channels ${ofTeams}`;
    });
  }

  /** Returns ids of teams whose group was read, but not the team itself. */
  withoutDetails(tenantId: string, limit: number): Promise<string[]> {
    const { tenant, all } = this.in(tenantId);
    return all(text())`
      select team_id from directory.teams where tenant_id = ${tenant} and internal_id = '' limit ${limit}`;
  }

  /** Marks a team with a dash as its internal id, so that `withoutDetails` no longer returns the team. */
  async skipDetails(tenantId: string, teamId: string): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    await write`
      update directory.teams set internal_id = '-'
       where tenant_id = ${tenant} and team_id = ${teamId} and internal_id = ''`;
  }
}

/* The people of teams in Charter's copy. The indexes of their table serve pages of members. */

interface CopiedMember {
  teamId: string;
  userId: string;
}

const MEMBER = columns<MemberRow>({
  userId: text('m.user_id'),
  displayName: text(sql`coalesce(u.display_name, '')`),
  email: text('u.mail'),
  role: text('m.role'),
});

const ROLE = columns<Pick<MemberRow, 'userId' | 'role'>>({ userId: text('m.user_id'), role: text('m.role') });

const VISIBLE_MILLISECONDS = 15 * 60_000;

/**
 * Time for which a person added by Charter counts as a member although Graph does not show them. It is short, because
 * others may remove the person meanwhile.
 */
const TRUSTED_MILLISECONDS = 120_000;

export class MemberCopy extends GraphStore {
  /**
   * Adds people to teams, or makes members owners. Skips people and teams that the copy lacks. Guests stay guests,
   * whatever the role.
   * @param isChange whether Charter has just added them, which counts as activity
   */
  async add(
    tenantId: string,
    members: readonly (CopiedMember & { role: 'owner' | 'member' | 'guest' })[],
    isChange: boolean,
  ): Promise<void> {
    if (members.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    await write`
      insert into directory.team_members as m (tenant_id, team_id, user_id, role, added_at)
      select distinct on (2, 3) *, ${isChange ? this.now() : null}::timestamptz
        from (select ${tenant}, i."teamId", i."userId", case when u.user_type = 'Guest' then 'guest' else i.role end
                from ${table('i', members, { teamId: 'text', userId: 'text', role: 'text' })}
                join directory.teams t on t.tenant_id = ${tenant} and t.team_id = i."teamId"
                join directory.users u on u.tenant_id = ${tenant} and u.user_id = i."userId") person
       order by 2, 3, 4 desc
      on conflict (tenant_id, team_id, user_id) do update set role = excluded.role
       where excluded.role = 'owner' and m.role = 'member'`;
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
    if (members.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    await write`
      update directory.team_members m set role = i.role
        from ${table('i', members, { teamId: 'text', userId: 'text', role: 'text' })}
       where m.tenant_id = ${tenant} and m.team_id = i."teamId" and m.user_id = i."userId"
         and m.role not in ('guest', i.role)`;
  }

  async remove(
    tenantId: string,
    members: readonly CopiedMember[],
    condition: Sql = sql`true`,
  ): Promise<void> {
    if (members.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    await write`
      delete from directory.team_members m using ${table('i', members, { teamId: 'text', userId: 'text' })}
       where m.tenant_id = ${tenant} and m.team_id = i."teamId" and m.user_id = i."userId" and ${condition}`;
  }

  /** Removes the people who are neither owners nor members of the group. Owners of a group need not be its members. */
  async removeLeavers(tenantId: string, people: readonly CopiedMember[]): Promise<void> {
    const hasLeft = sql`
      m.role <> 'owner'
      and not exists (select from directory.group_members g
                       where g.tenant_id = m.tenant_id and g.group_id = m.team_id and g.user_id = m.user_id)`;
    await this.remove(tenantId, people, hasLeft);
  }

  /** Whether Charter has added the person so recently that Graph may not show it everywhere. */
  isNew(tenantId: string, teamId: string, userId: string): Promise<boolean> {
    const { tenant, exists } = this.in(tenantId);
    const since = this.ago(VISIBLE_MILLISECONDS);
    return exists`
      select from directory.team_members
       where tenant_id = ${tenant} and team_id = ${teamId} and user_id = ${userId} and added_at > ${since}`;
  }

  /** Whether Charter has added the person to stay. Excludes the account that joins for the time of a post. */
  isAdded(tenantId: string, teamId: string, userId: string): Promise<boolean> {
    const { tenant, exists } = this.in(tenantId);
    return exists`
      select from directory.team_members
       where tenant_id = ${tenant} and team_id = ${teamId} and user_id = ${userId} and added_at is not null`;
  }

  /** Lists the people whom Charter has just added. */
  async listNew(tenantId: string, teamId: string): Promise<TeamMember[]> {
    const { tenant, all } = this.in(tenantId);
    const since = this.ago(TRUSTED_MILLISECONDS);
    const rows = await all(MEMBER)`
      select ${MEMBER}
        from directory.team_members m
        left join directory.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
       where m.tenant_id = ${tenant} and m.team_id = ${teamId} and m.added_at > ${since}`;
    return rows.map((row) => memberOf(teamId, row));
  }

  /**
   * Returns the roles of the people whom the copy has in the team.
   * @param recordedBefore omits people whom Charter has added since, and those whose addition is not recorded yet
   */
  async findRoles(
    tenantId: string,
    teamId: string,
    userIds: readonly string[],
    recordedBefore?: Date,
  ): Promise<Map<string, MemberRole>> {
    if (userIds.length === 0) return new Map();
    const { tenant, all } = this.in(tenantId);
    const isRecorded =
      recordedBefore === undefined
        ? sql`true`
        : sql`
          (m.added_at is null or m.added_at < ${recordedBefore})
          and not exists (select from graph_suite.outside_changes o
                           where o.tenant_id = ${tenant} and o.team_id = m.team_id and o.subject = m.user_id
                             and o.before ->> 'role' is null)`;
    const rows = await all(ROLE)`
      select ${ROLE}
        from directory.team_members m
       where m.tenant_id = ${tenant} and m.team_id = ${teamId} and m.user_id = any (${userIds}::text[])
         and ${isRecorded}`;
    return new Map(rows.map(({ userId, role }) => [userId, role]));
  }

  /** Whether Charter's copy has one of the people in the team. */
  hasSome(tenantId: string, teamId: string, userIds: readonly string[]): Promise<boolean> {
    const { tenant, exists } = this.in(tenantId);
    return exists`
      select from directory.team_members
       where tenant_id = ${tenant} and team_id = ${teamId} and user_id = any (${userIds}::text[]) limit 1`;
  }
}
