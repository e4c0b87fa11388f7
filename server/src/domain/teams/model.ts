/** Teams and their members as the API shows them (docs/specification.md, section 5; names as in Microsoft Graph). */

import type { Static } from 'typebox';
import type {
  ListedTeam as ListedFields,
  MEMBER_ROLES,
  TeamMember as MemberFields,
  Team as TeamSchema,
  TeamSettings,
  TeamVisibility as VisibilitySchema,
} from './fields.ts';

export type TeamVisibility = Static<typeof VisibilitySchema>;

export { DEFAULT_TEAM_SETTINGS, type TeamSettings } from './fields.ts';

export type TeamSettingsPatch = { [Group in keyof TeamSettings]?: Partial<TeamSettings[Group]> };

export type Team = Static<typeof TeamSchema>;

/** A team as the suite returns it, with fields that are not published. */
export interface SuiteTeam {
  team: Team;
  /** An opaque version that changes with every change to the team. It is the source of the ETag. */
  version: string;
  mailNickname: string;
  sensitivityLabelId: string | null;
}

/** The fields that updateTeam changes. Groups of settings are merged field by field. */
export type TeamPatch = Partial<
  Pick<Team, 'displayName' | 'description' | 'classification' | 'visibility' | 'isMembershipLimitedToOwners'>
> &
  TeamSettingsPatch;

export type MemberRole = (typeof MEMBER_ROLES)[number];

export type TeamMember = Static<typeof MemberFields>;

/** Returns the role for the `roles` of a membership. */
export const roleOf = (roles: readonly string[]): MemberRole =>
  roles.includes('owner') ? 'owner' : roles.includes('guest') ? 'guest' : 'member';

/** Returns the ids of the owners among the members of a team. */
export const ownerIdsOf = (members: readonly Pick<TeamMember, 'userId' | 'roles'>[]): string[] =>
  members.filter(({ roles }) => roleOf(roles) === 'owner').map(({ userId }) => userId);

/** The members of a team to list. */
export interface MemberSelection {
  /** Search text: each word must begin a word of the names, the mail address or the user principal name. */
  search?: string | undefined;
}

/** Keyset position after which the next page starts. The suite chooses its content. */
export type MemberPagePosition = readonly [position: string, id: string];

export interface MemberQuery extends MemberSelection {
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page of the same query. */
  after?: MemberPagePosition | undefined;
}

export interface MemberPage {
  members: TeamMember[];
  /** End of this page; absent on the last page. */
  next?: MemberPagePosition;
}

/** States of a team's lifecycle (docs/lifecycle.md). */
export const LIFECYCLE_STATES = ['active', 'inactive', 'expired'] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** The actions on a team whose grace period is over. */
export const EXPIRY_ACTIONS = ['None', 'Archive', 'Delete'] as const;
export type ExpiryAction = (typeof EXPIRY_ACTIONS)[number];

/**
 * Why the owners of a team are asked. `end`: it reaches its end. `renewal`: nobody renewed it for the months that its
 * rules set. `inactivity`: nobody used it. If several apply, the first one counts.
 */
export const LIFECYCLE_CAUSES = ['end', 'renewal', 'inactivity'] as const;
export type LifecycleCause = (typeof LIFECYCLE_CAUSES)[number];

/** Fields by which the suite can filter a list of teams. */
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
  search?: string | undefined;
  /** Ids of teams that match the search by something other than their name. */
  alsoFound?: readonly string[];
  filter?: readonly TeamFilterClause[];
  /** Ids of the teams to include or exclude, for filters by Charter's own facts, which the suite does not know. */
  only?: readonly string[];
  except?: readonly string[];
}

/** Keyset position after which the next page starts. The suite chooses its content. */
export type TeamPagePosition = readonly [position: string, id: string];

export interface TeamQuery extends TeamSelection {
  order: TeamOrder;
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page of the same query. */
  after?: TeamPagePosition | undefined;
}

export type ListedTeam = Static<typeof ListedFields>;

export interface TeamPage {
  teams: ListedTeam[];
  /** End of this page; absent on the last page. */
  next?: TeamPagePosition;
}
