/** Port to a directory that Charter keeps itself, such as the embedded suite's. Other directories are read-only. */
import type { User } from '../users/model.ts';
import type { SuiteOrganisation } from '../users/suite.ts';

/** A new person. The id is the one in their tokens. */
export interface NewUser
  extends Pick<User, 'id' | 'displayName' | 'userPrincipalName'>,
    Partial<Omit<User, 'id' | 'displayName' | 'userPrincipalName'>> {
  /** The manager may be missing from the directory. */
  managerId?: string | null;
}

export interface Membership {
  userId: string;
  /** Display names of groups. */
  groups: readonly string[];
}

export interface KeptDirectory {
  /** Adds or replaces the organisation. */
  saveOrganisation(organisation: SuiteOrganisation): Promise<void>;
  /**
   * Adds or replaces people.
   * @throws Conflict when two people would share a user principal name; InvalidRequest
   */
  saveUsers(tenantId: string, users: readonly NewUser[]): Promise<void>;
  /** Adds a person. Returns false and writes nothing when the id or the user principal name is taken. */
  addUser(tenantId: string, user: NewUser): Promise<boolean>;
  /** Sets the groups of each person, and creates missing groups. */
  setGroups(tenantId: string, memberships: readonly Membership[]): Promise<void>;
}

/** Longest id and name of a person: Microsoft Graph's limit for a display name. */
export const LONGEST_NAME = 256;
