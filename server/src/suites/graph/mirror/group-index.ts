/**
 * Charter's index of the tenant's groups, including teams: names and mail aliases in use, and the teams that Charter
 * has created, archived or deleted. Delta queries and Charter's own changes fill it.
 */
import { nameKey } from '../../../domain/names/key.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';

export interface IndexedTeam {
  isArchived: boolean;
  createdAt: Date | null;
  deletedAt: Date | null;
  /** Grows with each change that makes earlier answers of Graph about the team outdated. */
  revision: number;
}

export interface IndexedGroup {
  id: string;
  displayName: string;
  mailNickname: string;
  isTeam: boolean;
}

const FIND = `
  select is_archived as "isArchived", created_at as "createdAt", deleted_at as "deletedAt", revision
    from graph_suite.groups where tenant_id = $1 and group_id = $2`;

const ADD_TEAM = `
  insert into graph_suite.groups
    (tenant_id, group_id, marker, display_name, display_name_key, mail_nickname_key, is_team, created_at, changed_at)
  values ($1, $2, $3, $4, $5, lower($6), true, $7, $7)
  on conflict (tenant_id, group_id) do update
    set marker = excluded.marker, is_team = true,
        created_at = coalesce(groups.created_at, excluded.created_at)`;

const RENAME = `
  update graph_suite.groups set display_name = $3, display_name_key = $4 where tenant_id = $1 and group_id = $2`;

/** Inserts the row for teams that no delta query has shown yet. */
const SET_ARCHIVED = `
  insert into graph_suite.groups as g
    (tenant_id, group_id, display_name, display_name_key, mail_nickname_key, is_team, is_archived, changed_at)
  values ($1, $2, $3, $4, lower($5), true, $6, $7)
  on conflict (tenant_id, group_id) do update set is_archived = $6, changed_at = $7`;

const CHANGED = `
  update graph_suite.groups set revision = revision + 1 where tenant_id = $1 and group_id = any ($2::text[])`;

const BURY = `
  update graph_suite.groups set deleted_at = coalesce(deleted_at, $3) where tenant_id = $1 and group_id = any ($2::text[])`;

/** Keeps a deletion mark for a while, because a delta query can still show a group that Charter has just deleted. */
const SAVE = `
  with item as (
    select * from json_to_recordset($2::json) as i(
      id text, "displayName" text, "nameKey" text, "mailNickname" text, "isTeam" boolean)
  )
  insert into graph_suite.groups as g
    (tenant_id, group_id, display_name, display_name_key, mail_nickname_key, is_team)
  select $1, id, "displayName", "nameKey", lower("mailNickname"), "isTeam" from item order by id
  on conflict (tenant_id, group_id) do update
    set display_name = excluded.display_name, display_name_key = excluded.display_name_key,
        mail_nickname_key = excluded.mail_nickname_key, is_team = g.is_team or excluded.is_team,
        deleted_at = case when g.deleted_at > $3 then g.deleted_at end`;

const IS_MAIL_NICKNAME_TAKEN = `
  select exists (
    select from graph_suite.groups
     where tenant_id = $1 and mail_nickname_key = lower($2) and deleted_at is null
       and ($3::text is null or marker is distinct from $3)) as taken`;

const IS_NAME_TAKEN = `
  select exists (
    select from graph_suite.groups
     where tenant_id = $1 and display_name_key = $2 and is_team and deleted_at is null
       and group_id is distinct from $3 and ($4::text is null or marker is distinct from $4)) as taken`;

const TOMBSTONE_MILLISECONDS = 15 * 60_000;

interface Taken {
  taken: boolean;
}

export class GroupIndex {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;

  constructor(database: SuiteDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(tenantId: string, groupId: string): Promise<IndexedTeam | undefined> {
    const [row] = await this.#database.read<IndexedTeam>(FIND, tenantId, groupId);
    return row;
  }

  async addTeam(
    tenantId: string,
    teamId: string,
    team: { marker: string; displayName: string; mailNickname: string },
  ): Promise<void> {
    const { marker, displayName, mailNickname } = team;
    const values = [teamId, marker, displayName, nameKey(displayName), mailNickname, this.#clock.now()];
    await this.#database.write(ADD_TEAM, tenantId, ...values);
  }

  async rename(tenantId: string, teamId: string, displayName: string): Promise<void> {
    await this.#database.write(RENAME, tenantId, teamId, displayName, nameKey(displayName));
  }

  async setArchived(
    tenantId: string,
    team: { id: string; displayName: string; mailNickname: string },
    isArchived: boolean,
  ): Promise<void> {
    const { id, displayName, mailNickname } = team;
    const values = [id, displayName, nameKey(displayName), mailNickname, isArchived, this.#clock.now()];
    await this.#database.write(SET_ARCHIVED, tenantId, ...values);
  }

  /** Records that answers of Graph about the teams are outdated from now on, on all nodes. */
  async changed(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length > 0) await this.#database.write(CHANGED, tenantId, teamIds);
  }

  async bury(tenantId: string, groupIds: readonly string[]): Promise<void> {
    if (groupIds.length > 0) await this.#database.write(BURY, tenantId, groupIds, this.#clock.now());
  }

  async save(tenantId: string, groups: readonly IndexedGroup[]): Promise<void> {
    if (groups.length === 0) return;
    const rows = groups.map((group) => ({ ...group, nameKey: nameKey(group.displayName) }));
    const kept = new Date(this.#clock.now().getTime() - TOMBSTONE_MILLISECONDS);
    await this.#database.write(SAVE, tenantId, JSON.stringify(rows), kept);
  }

  async isMailNicknameTaken(tenantId: string, mailNickname: string, marker?: string): Promise<boolean> {
    const [row] = await this.#database.read<Taken>(IS_MAIL_NICKNAME_TAKEN, tenantId, mailNickname, marker);
    return row!.taken;
  }

  async isDisplayNameTaken(
    tenantId: string,
    displayName: string,
    { teamId, marker }: { teamId?: string; marker?: string } = {},
  ): Promise<boolean> {
    const values = [nameKey(displayName), teamId, marker];
    const [row] = await this.#database.read<Taken>(IS_NAME_TAKEN, tenantId, ...values);
    return row!.taken;
  }
}
