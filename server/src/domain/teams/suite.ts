/** The suite's teams, their members and their activity. See `engine/suite.ts` for the rules of every call. */
import type {
  MemberPage,
  MemberQuery,
  MemberRole,
  MemberSelection,
  SuiteTeam,
  TeamMember,
  TeamPage,
  TeamPatch,
  TeamQuery,
  TeamSelection,
  TeamSettingsPatch,
  TeamVisibility,
} from './model.ts';

export interface NewTeam {
  marker: string;
  displayName: string;
  description: string | null;
  visibility: TeamVisibility;
  /** Mail alias. Creating the team fails with NameAlreadyExists when another team has it. */
  mailNickname: string;
  classification?: string | null;
  settings?: TeamSettingsPatch;
  /**
   * People of the new team. The suite creates the team with the first owner among them. Without an owner, it can't
   * create the team unless it supports `ownerlessTeams`. It may ignore the other people: the caller passes all of them
   * to addMembers afterwards.
   */
  members?: readonly NewMember[];
}

export interface NewMember {
  userId: string;
  role: 'owner' | 'member';
}

export const withRole = (role: NewMember['role'], people: readonly { id: string }[]): NewMember[] =>
  people.map(({ id }) => ({ userId: id, role }));

/** A membership after addMembers. */
export interface AddedMember extends TeamMember {
  /** Role before the call; for a person who was in the team already, but not yet in `access` and `listMembers`. */
  roleBefore?: MemberRole;
}

/** The attempt of an operation that records who was added. */
export interface AdditionAttempt {
  /** Time before the first attempt. */
  askedAt: Date;
  /** Whether an earlier attempt may have added the people. */
  isRepeat: boolean;
}

/** Everything that an access rule needs, read in one round trip. */
export interface TeamAccess {
  suiteTeam: SuiteTeam;
  role: MemberRole | undefined;
}

export interface SuiteTeams {
  find(tenantId: string, teamId: string): Promise<SuiteTeam | undefined>;
  /** Returns the team that an earlier create with this marker created. */
  findByMarker(tenantId: string, marker: string): Promise<SuiteTeam | undefined>;
  /**
   * Deletes what a create with this marker has created, even if it is not a team yet. Idempotent. Returns whether
   * anything existed.
   */
  removeByMarker(tenantId: string, marker: string): Promise<boolean>;
  /** Returns the team and the role of `userId` (undefined for an app); undefined for a missing team. */
  access(tenantId: string, teamId: string, userId: string | undefined): Promise<TeamAccess | undefined>;
  /**
   * Lists a page of the tenant's teams, archived or not. Names are ordered by their lower case, equal ones by id.
   * @throws InvalidRequest at `$filter` for a comparison that the field does not support
   */
  list(tenantId: string, query: TeamQuery): Promise<TeamPage>;
  /** Counts the teams of all pages. */
  count(tenantId: string, selection: TeamSelection): Promise<number>;
  /** Whether a team of the tenant has this mail alias. Ignores the team created with `marker`. */
  isMailNicknameTaken(tenantId: string, mailNickname: string, marker?: string): Promise<boolean>;
  /**
   * Whether another team of the tenant, archived or not, has a name with the same key (domain/names/key.ts). Ignores
   * the team `teamId` and the one created with `marker`.
   */
  isDisplayNameTaken(
    tenantId: string,
    displayName: string,
    except?: { teamId?: string; marker?: string },
  ): Promise<boolean>;
  /** @throws NameAlreadyExists for a mail alias that another team has; InvalidRequest */
  create(tenantId: string, team: NewTeam): Promise<SuiteTeam>;
  /** Merges the patch. With `ifVersion`: PreconditionFailed unless the team still has that version. */
  update(tenantId: string, teamId: string, patch: TeamPatch, ifVersion?: string): Promise<SuiteTeam>;
  setSensitivityLabel(tenantId: string, teamId: string, labelId: string): Promise<void>;
  /** Sets the team's picture, a PNG or JPEG. */
  setPicture(
    tenantId: string,
    teamId: string,
    picture: { contentType: string; bytes: Uint8Array },
  ): Promise<void>;
  installApps(tenantId: string, teamId: string, teamsAppIds: readonly string[]): Promise<void>;
  listInstalledApps(tenantId: string, teamId: string): Promise<string[]>;
  /** Returns the ids that are not in the tenant's app catalogue. A suite that can't read the catalogue returns none. */
  unknownApps(tenantId: string, teamsAppIds: readonly string[]): Promise<string[]>;
  /**
   * Archives the team; idempotent. `siteReadOnly` makes its site read-only for members. Returns whether the team
   * changed. Of concurrent calls, only one returns true.
   */
  archive(tenantId: string, teamId: string, options: { siteReadOnly: boolean }): Promise<boolean>;
  /** Unarchives the team; idempotent. Returns whether the team changed. */
  unarchive(tenantId: string, teamId: string): Promise<boolean>;
  delete(tenantId: string, teamId: string): Promise<void>;
  listMembers(tenantId: string, teamId: string): Promise<TeamMember[]>;
  /**
   * Adds or promotes people; never demotes, and guests stay guests. Returns the resulting memberships, in order.
   * @param attempt lets a suite that shows new members late return `roleBefore`
   * @throws NotFound for an unknown user
   */
  addMembers(
    tenantId: string,
    teamId: string,
    members: readonly NewMember[],
    attempt?: AdditionAttempt,
  ): Promise<AddedMember[]>;
  /** Lists a page of the members: owners, then members, then guests, each by name. None for a missing team. */
  listMemberPage(tenantId: string, teamId: string, query: MemberQuery): Promise<MemberPage>;
  countMembers(tenantId: string, teamId: string, selection: MemberSelection): Promise<number>;
  findMember(tenantId: string, teamId: string, membershipId: string): Promise<TeamMember | undefined>;
  /**
   * Makes a member an owner, or an owner a member; idempotent.
   * @throws NotFound; TeamArchived; InvalidRequest for a guest, and for more owners than Teams allows; Conflict for the
   * last owner, even under concurrent calls
   */
  setMemberRole(
    tenantId: string,
    teamId: string,
    membershipId: string,
    role: NewMember['role'],
  ): Promise<TeamMember>;
  /**
   * Removes a person from the team and from its private channels. When a private channel loses its last owner, the
   * member who has been in it longest becomes the owner.
   * @param isRepeat whether an earlier attempt may have removed the person. If so, a suite that others change too
   *   counts a missing person as removed by Charter, not by others.
   * @throws NotFound, also in a repeat; TeamArchived; Conflict for the last owner, even under concurrent calls
   */
  removeMember(tenantId: string, teamId: string, membershipId: string, isRepeat?: boolean): Promise<void>;
}

/** Queries that list and count teams and members. Every suite answers them from the directory in the database. */
export type TeamLists = Pick<SuiteTeams, 'list' | 'count' | 'listMemberPage' | 'countMembers'>;

export interface TeamActivity {
  teamId: string;
  displayName: string;
  isArchived: boolean;
  /** RFC 3339 UTC. */
  createdDateTime: string;
  /**
   * RFC 3339 UTC. Time of the latest change: the team was created, changed or unarchived, a member was added to it
   * or to a channel, a channel or tab was created, a message was posted. May be rounded to a day and delayed.
   */
  lastActivityDateTime: string;
  /** Ids of the owners with enabled accounts. */
  ownerIds: string[];
}

export interface SuiteActivity {
  /** Returns the activity of those of the teams that exist, in any order. */
  of(tenantId: string, teamIds: readonly string[]): Promise<TeamActivity[]>;
}

declare module '../../engine/suite.ts' {
  interface SuiteCapabilities {
    /** Support for setSensitivityLabel. */
    sensitivityLabels: boolean;
    /** Support for changes of `discoverySettings`. Without it, a team has the default. */
    discoverySettings: boolean;
    /** Support for changes of `isMembershipLimitedToOwners`. Without it, a team has the default. */
    membershipLimits: boolean;
    /** Support for the installation of apps in teams. Without it, a team lists none. */
    apps: boolean;
    /** Support for teams that are created without an owner. */
    ownerlessTeams: boolean;
    /** Whether the suite knows what people do in teams. Otherwise only changes by the service count as activity. */
    activityReports: boolean;
    /** Support for `siteReadOnly` of `archive`. */
    siteReadOnly: boolean;
  }
  interface Suite {
    teams: SuiteTeams;
    activity: SuiteActivity;
  }
  interface StoredDirectory {
    teams: TeamLists;
    /** Derived only from the change times of teams and members. */
    activity: SuiteActivity;
  }
}
