/** Teams and their members as the interface shows them (docs/specification.md, section 5; names follow Microsoft Graph's team). */

import type { Static, TObject } from 'typebox';
import type { settingsGroups, TeamVisibility as VisibilitySchema } from './fields.ts';

export type TeamVisibility = Static<typeof VisibilitySchema>;

type Groups = typeof settingsGroups;

export type TeamSettings = { [Group in keyof Groups]: Static<TObject<Groups[Group]>> };

export type TeamSettingsPatch = { [Group in keyof TeamSettings]?: Partial<TeamSettings[Group]> };

export interface Team extends TeamSettings {
  id: string;
  /** RFC 3339 UTC. */
  createdDateTime: string;
  displayName: string;
  description: string | null;
  internalId: string;
  classification: string | null;
  specialization: string;
  visibility: TeamVisibility;
  webUrl: string;
  isArchived: boolean;
  isMembershipLimitedToOwners: boolean;
}

/** A team as the suite returns it, with members that are not published. */
export interface SuiteTeam {
  team: Team;
  /** Opaque; changes with every change of the team. Source of its ETag. */
  version: string;
  mailNickname: string;
  sensitivityLabelId: string | null;
}

/** The fields that updateTeam changes. Groups merge field by field. */
export type TeamPatch = Partial<
  Pick<Team, 'displayName' | 'description' | 'classification' | 'visibility' | 'isMembershipLimitedToOwners'>
> &
  TeamSettingsPatch;

export type MemberRole = 'owner' | 'member' | 'guest';

/** Membership as the interface shows it. `roles` is `['owner']`, `['guest']`, or empty for a member, as in Graph. */
export interface TeamMember {
  id: string;
  userId: string;
  displayName: string;
  email: string | null;
  roles: string[];
}

/** Returns the role that a membership's `roles` express. */
export const roleOf = (roles: readonly string[]): MemberRole =>
  roles.includes('owner') ? 'owner' : roles.includes('guest') ? 'guest' : 'member';

/** Settings of a new team in Microsoft Teams (Microsoft Graph, "team resource type"). */
export const DEFAULT_TEAM_SETTINGS: TeamSettings = {
  discoverySettings: { showInTeamsSearchAndSuggestions: true },
  memberSettings: {
    allowCreateUpdateChannels: true,
    allowCreatePrivateChannels: true,
    allowDeleteChannels: true,
    allowAddRemoveApps: true,
    allowCreateUpdateRemoveTabs: true,
    allowCreateUpdateRemoveConnectors: true,
  },
  guestSettings: { allowCreateUpdateChannels: false, allowDeleteChannels: false },
  messagingSettings: {
    allowUserEditMessages: true,
    allowUserDeleteMessages: true,
    allowOwnerDeleteMessages: true,
    allowTeamMentions: true,
    allowChannelMentions: true,
  },
  funSettings: {
    allowGiphy: true,
    giphyContentRating: 'moderate',
    allowStickersAndMemes: true,
    allowCustomMemes: true,
  },
};

/** The members of a team to list. */
export interface MemberSelection {
  /** As the search for people: each word must begin a word of the names, mail or user principal name. */
  search?: string;
}

/** End of a page, opaque to everybody but the suite. */
export type MemberPagePosition = readonly [position: string, id: string];

export interface MemberQuery extends MemberSelection {
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page of the same query. */
  after?: MemberPagePosition;
}

export interface MemberPage {
  members: TeamMember[];
  /** End of this page, when more members follow. */
  next?: MemberPagePosition;
}

/** States of an unused team (docs/lifecycle.md). */
export const LIFECYCLE_STATES = ['active', 'inactive', 'expired'] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** What happens to a team whose grace period is over. */
export const EXPIRY_ACTIONS = ['None', 'Archive', 'Delete'] as const;
export type ExpiryAction = (typeof EXPIRY_ACTIONS)[number];

/** Fields that a list of teams can be filtered by inside the suite. */
export type TeamFilterField =
  | 'isArchived'
  | 'visibility'
  | 'sensitivityLabelId'
  | 'ownerCount'
  | 'memberCount'
  | 'lastActivityDateTime';

/** One comparison; several are joined by `and`. Only numbers and times have an order. */
export interface TeamFilterClause {
  field: TeamFilterField;
  operator: 'eq' | 'ge' | 'gt' | 'le' | 'lt';
  value: string | boolean | number | Date | null;
}

export const TEAM_ORDERS = [
  'displayName asc',
  'displayName desc',
  'lastActivityDateTime asc',
  'lastActivityDateTime desc',
] as const;
export type TeamOrder = (typeof TEAM_ORDERS)[number];

/** The teams to list. */
export interface TeamSelection {
  /** Only teams in which this person is owner, member or guest. */
  memberId?: string;
  /** Each word must begin a word of the name. */
  search?: string;
  filter?: readonly TeamFilterClause[];
  /** Only these teams, or all but these: Charter's own facts, which the suite does not know. */
  only?: readonly string[];
  except?: readonly string[];
}

/** End of a page, opaque to everybody but the suite. */
export type TeamPagePosition = readonly [position: string, id: string];

export interface TeamQuery extends TeamSelection {
  order: TeamOrder;
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page of the same query. */
  after?: TeamPagePosition;
}

/** A team in a list. */
export interface ListedTeam
  extends Pick<
    Team,
    'id' | 'createdDateTime' | 'displayName' | 'description' | 'visibility' | 'webUrl' | 'isArchived'
  > {
  sensitivityLabelId: string | null;
  /** Owners, with disabled accounts too. */
  ownerCount: number;
  /** Owners, members and guests. */
  memberCount: number;
  /** As TeamActivity has it: RFC 3339 UTC, may be rounded to a day and delayed. */
  lastActivityDateTime: string;
  /** Of `memberId`; null without one. */
  role: MemberRole | null;
}

export interface TeamPage {
  teams: ListedTeam[];
  /** End of this page, when more teams follow. */
  next?: TeamPagePosition;
}
