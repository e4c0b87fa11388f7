/**
 * Charter's index of the tenant's groups, including teams: names and mail aliases in use, and the teams that Charter
 * has created, archived or deleted. Delta queries and Charter's own changes fill it.
 */
import { nameKey } from '../../../domain/names/key.ts';
import { boolean, columns, number, time } from '../../../kernel/columns.ts';
import { assigned, inserted, replaced, sql, table } from '../../../kernel/sql.ts';
import { GraphStore } from './store.ts';

export interface IndexedTeam {
  isArchived: boolean;
  createdAt: Date | null;
  deletedAt: Date | null;
  /** Incremented by each change that makes earlier responses of Graph about the team outdated. */
  revision: number;
}

export interface IndexedGroup {
  id: string;
  displayName: string;
  mailNickname: string;
  isTeam: boolean;
}

const TEAM = columns<IndexedTeam>({
  isArchived: boolean(),
  createdAt: time(),
  deletedAt: time(),
  revision: number(),
});

const TOMBSTONE_MILLISECONDS = 15 * 60_000;

export class GroupIndex extends GraphStore {
  find(tenantId: string, groupId: string): Promise<IndexedTeam | undefined> {
    const { tenant, first } = this.in(tenantId);
    return first(TEAM)`
      select ${TEAM} from graph_suite.groups where tenant_id = ${tenant} and group_id = ${groupId}`;
  }

  async addTeam(
    tenantId: string,
    teamId: string,
    { marker, displayName, mailNickname }: { marker: string; displayName: string; mailNickname: string },
  ): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const row = {
      tenant_id: tenant,
      group_id: teamId,
      marker,
      display_name: displayName,
      display_name_key: nameKey(displayName),
      mail_nickname_key: sql`lower(${mailNickname})`,
      is_team: true,
      created_at: this.now(),
      changed_at: this.now(),
    };
    await write`
      insert into graph_suite.groups ${inserted(row)}
      on conflict (tenant_id, group_id) do update
        set marker = excluded.marker, is_team = true,
            created_at = coalesce(groups.created_at, excluded.created_at)`;
  }

  async rename(tenantId: string, teamId: string, displayName: string): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    await write`
      update graph_suite.groups
         set ${assigned({ display_name: displayName, display_name_key: nameKey(displayName) })}
       where tenant_id = ${tenant} and group_id = ${teamId}`;
  }

  /** Inserts a row if no delta query has returned the team yet. */
  async setArchived(
    tenantId: string,
    { id, displayName, mailNickname }: { id: string; displayName: string; mailNickname: string },
    isArchived: boolean,
  ): Promise<void> {
    const { tenant, write } = this.in(tenantId);
    const row = {
      tenant_id: tenant,
      group_id: id,
      display_name: displayName,
      display_name_key: nameKey(displayName),
      mail_nickname_key: sql`lower(${mailNickname})`,
      is_team: true,
      is_archived: isArchived,
      changed_at: this.now(),
    };
    await write`
      insert into graph_suite.groups ${inserted(row)}
      on conflict (tenant_id, group_id) do update set ${replaced(['is_archived', 'changed_at'])}`;
  }

  /** Marks earlier responses of Graph about the teams as outdated, for all nodes. */
  async changed(tenantId: string, teamIds: readonly string[]): Promise<void> {
    if (teamIds.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    await write`
      update graph_suite.groups set revision = revision + 1
       where tenant_id = ${tenant} and group_id = any (${teamIds}::text[])`;
  }

  async markDeleted(tenantId: string, groupIds: readonly string[]): Promise<void> {
    if (groupIds.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    await write`
      update graph_suite.groups set deleted_at = coalesce(deleted_at, ${this.now()})
       where tenant_id = ${tenant} and group_id = any (${groupIds}::text[])`;
  }

  /** Keeps a recent deletion mark, because a delta query can still show a group that Charter has just deleted. */
  async save(tenantId: string, groups: readonly IndexedGroup[]): Promise<void> {
    if (groups.length === 0) return;
    const { tenant, write } = this.in(tenantId);
    const cutoff = this.ago(TOMBSTONE_MILLISECONDS);
    const items = groups.map((group) => ({ ...group, nameKey: nameKey(group.displayName) }));
    const types = {
      id: 'text',
      displayName: 'text',
      nameKey: 'text',
      mailNickname: 'text',
      isTeam: 'boolean',
    };
    await write`
      insert into graph_suite.groups as g
        (tenant_id, group_id, display_name, display_name_key, mail_nickname_key, is_team)
      select ${tenant}, id, "displayName", "nameKey", lower("mailNickname"), "isTeam"
        from ${table('i', items, types)} order by id
      on conflict (tenant_id, group_id) do update
        set ${replaced(['display_name', 'display_name_key', 'mail_nickname_key'])},
            is_team = g.is_team or excluded.is_team,
            deleted_at = case when g.deleted_at > ${cutoff} then g.deleted_at end`;
  }

  isMailNicknameTaken(tenantId: string, mailNickname: string, marker?: string): Promise<boolean> {
    const { tenant, exists } = this.in(tenantId);
    const own = sql.val(marker);
    return exists`
      select from graph_suite.groups
       where tenant_id = ${tenant} and mail_nickname_key = lower(${mailNickname}) and deleted_at is null
         and (${own}::text is null or marker is distinct from ${own}) limit 1`;
  }

  isDisplayNameTaken(
    tenantId: string,
    displayName: string,
    { teamId, marker }: { teamId?: string; marker?: string } = {},
  ): Promise<boolean> {
    const { tenant, exists } = this.in(tenantId);
    const own = sql.val(marker);
    return exists`
      select from graph_suite.groups
       where tenant_id = ${tenant} and display_name_key = ${nameKey(displayName)} and is_team and deleted_at is null
         and group_id is distinct from ${teamId} and (${own}::text is null or marker is distinct from ${own}) limit 1`;
  }
}
