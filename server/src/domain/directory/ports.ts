/** Port to a directory that Charter stores itself, such as the embedded suite's. Other directories are read-only. */
import type { Label } from '../labels/labels.ts';
import type { UserProfile } from './model.ts';
import type { SuiteGroups, SuiteOrganisation, SuiteUsers } from './suite.ts';

/** A new person. The id is the one in their tokens. */
export interface NewUser
  extends Pick<UserProfile, 'id' | 'displayName' | 'userPrincipalName'>,
    Partial<
      Omit<UserProfile, 'id' | 'displayName' | 'userPrincipalName' | 'directGroups' | 'groupsUnknown'>
    > {
  /** The manager may be missing from the directory. */
  managerId?: string | null;
}

export interface Membership {
  userId: string;
  /** Display names of groups. */
  groups: readonly string[];
}

export interface WritableDirectory {
  /** Adds or replaces the organisation. */
  saveOrganisation(organisation: SuiteOrganisation): Promise<void>;
  /**
   * Adds or replaces people.
   * @throws Conflict when two people would share a user principal name; InvalidRequest
   */
  saveUsers(tenantId: string, users: readonly NewUser[]): Promise<void>;
  /**
   * Records that guests among the people use the service at this time. A guest who already has a sign-in on the same day
   * keeps it. Ignores members and unknown people.
   */
  saveSignIns(tenantId: string, userIds: readonly string[], at: Date): Promise<void>;
  /**
   * Adds a person. Returns false and writes nothing when the id or the user principal name is taken, or the person was
   * deleted.
   */
  addUser(tenantId: string, user: NewUser): Promise<boolean>;
  /** Sets the groups of each person, and creates missing groups. */
  setGroups(tenantId: string, memberships: readonly Membership[]): Promise<void>;
}

export interface NewGroup {
  id: string;
  displayName: string;
  memberIds: readonly string[];
}

export interface NewLabel extends Omit<Label, 'parent'> {
  parentId: string | null;
  /** Ids of the groups it is published to; null for everybody. */
  publishedTo: readonly string[] | null;
}

/** A directory whose groups and labels Charter also stores. */
export interface WritableOrganisation extends WritableDirectory {
  /** Adds or replaces groups with exactly these members. */
  saveGroups(tenantId: string, groups: readonly NewGroup[]): Promise<void>;
  saveLabels(tenantId: string, labels: readonly NewLabel[]): Promise<void>;
}

/** Maximum length of a person's id and name: Microsoft Graph's limit for a display name. */
export const MAX_NAME_LENGTH = 256;

declare module '../../engine/suite.ts' {
  interface StoredDirectory extends WritableDirectory, Pick<WritableOrganisation, 'saveGroups'> {
    users: SuiteUsers;
    groups: SuiteGroups;
    /** Returns a saved organisation. */
    organisation(tenantId: string): Promise<SuiteOrganisation | undefined>;
  }
}
