import type { GroupFilter, PositionedQuery } from '../directory/filter.ts';
import type { TimedCause } from '../identity/ports.ts';
import type { GroupMember, MemberChange, ScimToken, StoredGroup } from './model.ts';

/** Tokens of all tenants. Each change writes an audit record. */
export interface ScimTokenStore {
  /** Searches all tenants, because a token names no tenant. */
  find(hash: string): Promise<ScimToken | undefined>;
  /** Lists the tenant's tokens, oldest first. */
  list(tenantId: string): Promise<ScimToken[]>;
  add(token: ScimToken, hash: string, cause: TimedCause): Promise<void>;
  /** Returns false when the tenant has no such token. */
  remove(tenantId: string, tokenId: string, cause: TimedCause): Promise<boolean>;
  /** Records the use of a token, unless a use within the preceding minute is recorded. */
  recordUse(token: ScimToken, at: Date): Promise<void>;
}

/** Groups in a directory that Charter stores. Members are written as sets. */
export interface GroupStore {
  find(groupId: string): Promise<StoredGroup | undefined>;
  /** Locks the group until the transaction ends. Returns its values without its version. */
  lock(groupId: string): Promise<Omit<StoredGroup, 'version'> | undefined>;
  list(query: PositionedQuery<GroupFilter>): Promise<StoredGroup[]>;
  count(filter: GroupFilter | undefined): Promise<number>;
  /** Returns the members of the groups, ordered by group and id, without those who are missing from the directory. */
  members(groupIds: readonly string[]): Promise<GroupMember[]>;
  /** Claims the name until the transaction ends. Returns false when another group has it, ignoring case. */
  claimName(displayName: string, groupId: string): Promise<boolean>;
  /** Returns false when the id is taken. */
  add(group: Pick<StoredGroup, 'id' | 'displayName' | 'externalId'>): Promise<boolean>;
  /** Writes the values, and the time of the change. */
  change(groupId: string, changes: Partial<Pick<StoredGroup, 'displayName' | 'externalId'>>): Promise<void>;
  /**
   * Changes the members, and returns who joined and left. Locks the new members, so that nobody can join while they are
   * deleted.
   * @returns `unknown`: ids that nobody in the directory has
   */
  changeMembers(
    groupId: string,
    change: MemberChange,
  ): Promise<{ joined: string[]; left: string[]; unknown: string[] }>;
  remove(groupId: string): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    groups: GroupStore;
  }
}
