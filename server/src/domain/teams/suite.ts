/** The suite's teams and their members, and how teams are used. `engine/suite.ts` says what holds for every call. */
import type { MemberRole, SuiteTeam, TeamMember, TeamPatch, TeamVisibility } from './model.ts';

export interface NewTeam {
  marker: string;
  displayName: string;
  description: string | null;
  visibility: TeamVisibility;
  /** Mail alias; NameAlreadyExists when another team has it. */
  mailNickname: string;
  classification?: string | null;
}

export interface NewMember {
  userId: string;
  role: 'owner' | 'member';
}

/** What deciding on a team operation needs, read in one round trip. */
export interface TeamAccess {
  suiteTeam: SuiteTeam;
  /** The asked user's role in the team. */
  role: MemberRole | undefined;
}

export interface SuiteTeams {
  find(tenantId: string, teamId: string): Promise<SuiteTeam | undefined>;
  /** The team an earlier create with this marker made. */
  findByMarker(tenantId: string, marker: string): Promise<SuiteTeam | undefined>;
  /** Team and role of `userId` in it (undefined for an app); undefined when there is no such team. */
  access(tenantId: string, teamId: string, userId: string | undefined): Promise<TeamAccess | undefined>;
  /** True when a team of the tenant, not made with `marker`, has this mail alias. */
  isMailNicknameTaken(tenantId: string, mailNickname: string, marker?: string): Promise<boolean>;
  /**
   * True when a team of the tenant, other than this one or the one made with `marker`, has a name that people
   * take for the same (names/key.ts), archived or not.
   */
  isDisplayNameTaken(
    tenantId: string,
    displayName: string,
    except?: { teamId?: string; marker?: string },
  ): Promise<boolean>;
  create(tenantId: string, team: NewTeam): Promise<SuiteTeam>;
  /** Merges. With `ifVersion`: PreconditionFailed unless the team still has that version. */
  update(tenantId: string, teamId: string, patch: TeamPatch, ifVersion?: string): Promise<SuiteTeam>;
  setSensitivityLabel(tenantId: string, teamId: string, labelId: string): Promise<void>;
  /** PNG or JPEG. */
  setPicture(
    tenantId: string,
    teamId: string,
    picture: { contentType: string; bytes: Uint8Array },
  ): Promise<void>;
  installApps(tenantId: string, teamId: string, teamsAppIds: readonly string[]): Promise<void>;
  listInstalledApps(tenantId: string, teamId: string): Promise<string[]>;
  /**
   * Idempotent; with `siteReadOnly` members may only read the team's site afterwards. False when the team was
   * archived already; of calls at the same moment one is answered true.
   */
  archive(tenantId: string, teamId: string, options: { siteReadOnly: boolean }): Promise<boolean>;
  /** As archive: false when the team was not archived. */
  unarchive(tenantId: string, teamId: string): Promise<boolean>;
  /** Idempotent: a team that is not there is deleted. */
  delete(tenantId: string, teamId: string): Promise<void>;
  listMembers(tenantId: string, teamId: string): Promise<TeamMember[]>;
  /**
   * Adds or promotes (never demotes; guests keep guest). Returns the present membership of each, in order.
   * NotFound when a user is unknown.
   */
  addMembers(tenantId: string, teamId: string, members: readonly NewMember[]): Promise<TeamMember[]>;
}

/** What the suite knows of how a team is used. */
export interface TeamActivity {
  teamId: string;
  displayName: string;
  isArchived: boolean;
  /**
   * RFC 3339 UTC. The latest of what happened in the team: it was created, changed or unarchived, somebody came
   * into it or into one of its channels, a channel or a tab was created, a message was posted. A suite may know
   * it to the day only, and a little late.
   */
  lastActivityDateTime: string;
  /** Owners whose accounts are open, by id. */
  ownerIds: string[];
}

export interface SuiteActivity {
  /** Of each of these teams that is there, in any order; one call for many teams. */
  of(tenantId: string, teamIds: readonly string[]): Promise<TeamActivity[]>;
}

declare module '../../engine/suite.ts' {
  interface Suite {
    teams: SuiteTeams;
    activity: SuiteActivity;
  }
}
