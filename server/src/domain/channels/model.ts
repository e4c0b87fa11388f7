/** Channels and tabs as the API shows them (docs/specification.md, section 5; names follow Microsoft Graph). */

export const CHANNEL_MEMBERSHIP_TYPES = ['standard', 'private', 'shared'] as const;
export type ChannelMembershipType = (typeof CHANNEL_MEMBERSHIP_TYPES)[number];

export interface TeamChannel {
  id: string;
  /** RFC 3339 UTC. */
  createdDateTime: string;
  displayName: string;
  description: string | null;
  membershipType: ChannelMembershipType;
}

export interface TeamChannelTabConfiguration {
  entityId: string | null;
  contentUrl: string | null;
  websiteUrl: string | null;
  removeUrl: string | null;
}

export interface TeamsApp {
  id: string;
  externalId: string | null;
  displayName: string;
  distributionMethod: string;
}

export interface TeamChannelTab {
  id: string;
  displayName: string;
  configuration: TeamChannelTabConfiguration;
  teamsApp: TeamsApp;
  /** Position among the channel's tabs, a string as in Graph. Absent where the suite has no order of tabs. */
  sortOrderIndex?: string;
  webUrl: string;
}

/** Limits of a channel's display name (docs/specification.md, section 5). */
export const CHANNEL_NAME_MAX_LENGTH = 50;
// biome-ignore lint/complexity/useRegexLiterals: the class is easier to compare with the specification unescaped
export const CHANNEL_NAME_FORBIDDEN = new RegExp('[~#%&*{}+/\\\\:<>?|\'",]|\\.\\.');
