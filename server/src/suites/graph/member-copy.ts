/** The people of teams in Charter's copy (team-copy.ts), whose indexes serve pages of members. */
import type { TeamMember } from '../../domain/teams/model.ts';
import { roleOf } from '../../domain/teams/model.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';

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

  /** Whether one of the people is in the team as far as Charter knows. */
  async hasSome(tenantId: string, teamId: string, userIds: readonly string[]): Promise<boolean> {
    return (await this.#database.read(AMONG, tenantId, teamId, userIds)).length > 0;
  }
}
