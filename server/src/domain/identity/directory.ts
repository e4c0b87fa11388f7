/** The port to a directory that Charter itself keeps, as the embedded suite's. Others are read-only. */
import type { User } from '../users/model.ts';
import type { SuiteOrganisation } from '../users/suite.ts';

/** A person with the id that tokens carry. */
export interface NewUser
  extends Pick<User, 'id' | 'displayName' | 'userPrincipalName'>,
    Partial<Omit<User, 'id' | 'displayName' | 'userPrincipalName'>> {
  /** The manager need not be in the directory yet. */
  managerId?: string | null;
}

export interface Membership {
  userId: string;
  /** Display names. */
  groups: readonly string[];
}

export interface KeptDirectory {
  /** Adds or replaces the organisation. */
  saveOrganisation(organisation: SuiteOrganisation): Promise<void>;
  /** Adds or replaces people. @throws Conflict when two would share a user principal name; InvalidRequest */
  saveUsers(tenantId: string, users: readonly NewUser[]): Promise<void>;
  /** Adds a person. False, and nothing written, when the id or the user principal name is taken. */
  addUser(tenantId: string, user: NewUser): Promise<boolean>;
  /** Puts each person into exactly these groups, and creates the groups that are missing. */
  setGroups(tenantId: string, memberships: readonly Membership[]): Promise<void>;
}

/** Longest id and name of a person; Microsoft Graph's limit for a display name. */
export const LONGEST_NAME = 256;
