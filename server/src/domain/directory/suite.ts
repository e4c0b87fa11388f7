/** The suite's directory. See `engine/suite.ts` for the rules of every call. */
import type { Group, GroupPage, GroupQuery, User, UserPage, UserProfile, UserQuery } from './model.ts';

/**
 * The state of a person in the directory. `closed`: the account is disabled. `deleted`: the directory had the person.
 * `unknown`: the directory has no such person or did not respond.
 */
export type Presence = 'present' | 'closed' | 'deleted' | 'unknown';

export interface SuiteUsers {
  /** Queries the directory for the person with this id. Never throws. */
  presence(tenantId: string, userId: string): Promise<Presence>;
  /** Returns the people who certainly lack a licence to own a team. Never throws. */
  unlicensed(tenantId: string, userIds: readonly string[]): Promise<string[]>;
  /**
   * Returns the known times of the latest sign-ins, by user id. The map is empty when the suite's copy of them is too
   * old, because the suite has not responded for some time. Only for background work, because it may read the sign-ins
   * of all guests.
   */
  lastSignIns(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /**
   * Finds users by id (exact), user principal name or mail (both case-insensitive). Returns them in order, and
   * undefined for each unknown reference.
   */
  resolve(tenantId: string, references: readonly string[]): Promise<(User | undefined)[]>;
  /**
   * Finds the users of each reference, in order: the one with the id (exact) or the user principal name, else those with
   * the mail address, else those with the display name, at most `limit`. Only ids are case-sensitive.
   */
  lookup(tenantId: string, references: readonly string[], limit: number): Promise<User[][]>;
  /**
   * Returns the direct members of a group, by display name, then by id, at most `limit`; none for an unknown group.
   * @param after the last member of the previous page
   */
  groupMembers(
    tenantId: string,
    groupId: string,
    limit: number,
    after?: Pick<User, 'displayName' | 'id'>,
  ): Promise<User[]>;
  /**
   * Returns the chain of the user's managers, the nearest first, at most `limit`. Stops before a cycle. Empty for an
   * unknown user.
   */
  managers(tenantId: string, userId: string, limit: number): Promise<User[]>;
  profile(tenantId: string, userId: string): Promise<UserProfile | undefined>;
  /** Returns the profiles of the users, in order; undefined for each unknown id. */
  profiles(tenantId: string, userIds: readonly string[]): Promise<(UserProfile | undefined)[]>;
  list(tenantId: string, query: UserQuery): Promise<UserPage>;
  count(tenantId: string, query: Pick<UserQuery, 'search' | 'filter'>): Promise<number>;
}

/** The tenant's names in the suite. */
export interface SuiteOrganisation {
  id: string;
  displayName: string;
  initialDomainName: string;
  defaultDomainName: string;
}

export interface SuiteGroups {
  list(tenantId: string, query: GroupQuery): Promise<GroupPage>;
  /** Returns the groups with these ids, in order; undefined for each unknown id. */
  find(tenantId: string, groupIds: readonly string[]): Promise<(Group | undefined)[]>;
}

declare module '../../engine/suite.ts' {
  interface SuiteCapabilities {
    /** Whether the suite knows when guests signed in. Otherwise no guest counts as inactive. */
    signIns: boolean;
  }
  interface Suite {
    users: SuiteUsers;
    organisation(tenantId: string): Promise<SuiteOrganisation | undefined>;
    groups: SuiteGroups;
  }
}
