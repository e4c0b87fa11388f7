/**
 * The port to the collaboration suite: everything Charter reads from or does to teams, people and labels.
 * `suites/conformance.ts` is its contract in code; a suite is right when it passes.
 *
 * The suite is the outside world, also when it is the embedded one: its calls are never made inside a
 * database transaction of the service. Every effect takes a `marker`, chosen by the caller and durable
 * before the call: repeating a call with the same marker adopts what the earlier one left behind and
 * creates nothing twice.
 *
 * Errors: CharterError with NotFound, Conflict, TeamArchived, NameAlreadyExists or InvalidRequest when the
 * suite refuses for good; SuiteError or ServiceUnavailable (with retryAfterSeconds where the suite says so)
 * when a later try may succeed.
 */
import type { ChannelMembershipType, TeamChannel, TeamChannelTab } from './channels/model.ts';
import type { Label } from './labels/model.ts';
import type {
  MemberRole,
  SuiteTeam,
  TeamMember,
  TeamPatch,
  TeamSettings,
  TeamVisibility,
} from './teams/model.ts';
import type { User, UserPage, UserProfile, UserQuery } from './users/model.ts';

export interface NewTeam {
  marker: string;
  displayName: string;
  description: string | null;
  visibility: TeamVisibility;
  /** Mail alias; NameAlreadyExists when another team has it. */
  mailNickname: string;
  classification?: string | null;
}

export interface NewChannel {
  marker: string;
  displayName: string;
  description: string | null;
  membershipType: ChannelMembershipType;
  isFavoriteByDefault?: boolean;
  /** First members of a private or shared channel; at least one owner. Empty for a standard one. */
  members: readonly NewMember[];
}

export interface NewTab {
  marker: string;
  displayName: string;
  teamsAppId: string;
  configuration: {
    entityId?: string | null;
    contentUrl?: string | null;
    websiteUrl?: string | null;
    removeUrl?: string | null;
  };
  sortOrderIndex?: string;
}

export interface NewMember {
  userId: string;
  role: 'owner' | 'member';
}

export interface ChannelMessage {
  marker: string;
  /** Plain text. */
  text: string;
}

/** Tabs for one of a team's channels. */
export interface NewTabs {
  channelId: string;
  tabs: readonly NewTab[];
}

/** Who somebody is to a team or a private channel; undefined role = not in it. */
export interface MembershipView {
  role: MemberRole | undefined;
}

/** What deciding on a team operation needs, read in one round trip. */
export interface TeamAccess {
  suiteTeam: SuiteTeam;
  /** The asked user's role in the team. */
  role: MemberRole | undefined;
}

/** As TeamAccess, and for one channel. */
export interface ChannelAccess extends TeamAccess {
  channel: TeamChannel;
  /** The asked user's role in the channel; for a standard channel the role in the team. */
  channelRole: MemberRole | undefined;
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

export interface SuiteChannels {
  list(tenantId: string, teamId: string): Promise<TeamChannel[]>;
  /** Standard channels, and the private and shared ones that `userId` is in. */
  listVisibleTo(tenantId: string, teamId: string, userId: string): Promise<TeamChannel[]>;
  primary(tenantId: string, teamId: string): Promise<TeamChannel>;
  access(
    tenantId: string,
    teamId: string,
    channelId: string,
    userId: string | undefined,
  ): Promise<ChannelAccess | undefined>;
  /**
   * Creates or adopts each, in order; all or none. Refuses a name the team has already, whatever the case
   * (NameAlreadyExists); members of a private channel who are not in the team, guests in a shared one, and a
   * private or shared one without an owner (InvalidRequest); unknown users (NotFound).
   */
  create(tenantId: string, teamId: string, channels: readonly NewChannel[]): Promise<TeamChannel[]>;
  listMembers(tenantId: string, teamId: string, channelId: string): Promise<TeamMember[]>;
  /**
   * Into a private or shared channel; adds or promotes as SuiteTeams.addMembers, and refuses whom `create`
   * refuses.
   */
  addMembers(
    tenantId: string,
    teamId: string,
    channelId: string,
    members: readonly NewMember[],
  ): Promise<TeamMember[]>;
  listTabs(tenantId: string, teamId: string, channelId: string): Promise<TeamChannelTab[]>;
  createTabs(
    tenantId: string,
    teamId: string,
    channelId: string,
    tabs: readonly NewTab[],
  ): Promise<TeamChannelTab[]>;
  /** As createTabs, for several channels of the team in one call; answers for each of them, in order. */
  createTabsInChannels(
    tenantId: string,
    teamId: string,
    places: readonly NewTabs[],
  ): Promise<TeamChannelTab[][]>;
  /** Posts once per marker; into the primary channel when `channelId` is null. */
  postMessage(
    tenantId: string,
    teamId: string,
    channelId: string | null,
    message: ChannelMessage,
  ): Promise<void>;
}

export interface SuiteUsers {
  /** By id, user principal name or mail (case-insensitive); undefined entries for the unknown, in order. */
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

export interface SuiteLabels {
  /** Labels published to the user, by rank, those that are no longer active included; none for the unknown. */
  listFor(tenantId: string, userId: string): Promise<Label[]>;
  find(tenantId: string, labelId: string): Promise<Label | undefined>;
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

/** What the suite calls the tenant. */
export interface SuiteOrganisation {
  id: string;
  displayName: string;
  initialDomainName: string;
  defaultDomainName: string;
}

export interface Suite {
  teams: SuiteTeams;
  channels: SuiteChannels;
  users: SuiteUsers;
  labels: SuiteLabels;
  activity: SuiteActivity;
  organisation(tenantId: string): Promise<SuiteOrganisation | undefined>;
  /** Resolves when the suite answers; used by /readyz. */
  ping(): Promise<void>;
}

export type { TeamSettings };
