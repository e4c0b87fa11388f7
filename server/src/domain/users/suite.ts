/** The suite's directory. `engine/suite.ts` says what holds for every call. */
import type { User, UserPage, UserProfile, UserQuery } from './model.ts';

export interface SuiteUsers {
  /** By id (exact), user principal name or mail (both case-insensitive); undefined entries for the unknown, in order. */
  resolve(tenantId: string, references: readonly string[]): Promise<(User | undefined)[]>;
  /** The direct members of a group, by display name, at most `most`; none when there is no such group. */
  groupMembers(tenantId: string, groupId: string, most: number): Promise<User[]>;
  /**
   * The user's manager, that one's manager and so on, the nearest first, at most `most`. Where the directory
   * goes round in a circle, it ends before the user or anybody else would come again. Nobody for the unknown.
   */
  managers(tenantId: string, userId: string, most: number): Promise<User[]>;
  profile(tenantId: string, userId: string): Promise<UserProfile | undefined>;
  list(tenantId: string, query: UserQuery): Promise<UserPage>;
  count(tenantId: string, query: Pick<UserQuery, 'search' | 'filter'>): Promise<number>;
}

/** What the suite calls the tenant. */
export interface SuiteOrganisation {
  id: string;
  displayName: string;
  initialDomainName: string;
  defaultDomainName: string;
}

declare module '../../engine/suite.ts' {
  interface Suite {
    users: SuiteUsers;
    organisation(tenantId: string): Promise<SuiteOrganisation | undefined>;
  }
}
