/** Teams and their members as the interface shows them (docs/specification.md, section 5; names follow Microsoft Graph's team). */

export type TeamVisibility = 'private' | 'public' | 'hiddenMembership';

export interface TeamMemberSettings {
  allowCreateUpdateChannels: boolean;
  allowCreatePrivateChannels: boolean;
  allowDeleteChannels: boolean;
  allowAddRemoveApps: boolean;
  allowCreateUpdateRemoveTabs: boolean;
  allowCreateUpdateRemoveConnectors: boolean;
}

export interface TeamGuestSettings {
  allowCreateUpdateChannels: boolean;
  allowDeleteChannels: boolean;
}

export interface TeamMessagingSettings {
  allowUserEditMessages: boolean;
  allowUserDeleteMessages: boolean;
  allowOwnerDeleteMessages: boolean;
  allowTeamMentions: boolean;
  allowChannelMentions: boolean;
}

export interface TeamFunSettings {
  allowGiphy: boolean;
  giphyContentRating: 'strict' | 'moderate';
  allowStickersAndMemes: boolean;
  allowCustomMemes: boolean;
}

export interface TeamDiscoverySettings {
  showInTeamsSearchAndSuggestions: boolean;
}

/** The five settings groups of a team. */
export interface TeamSettings {
  discoverySettings: TeamDiscoverySettings;
  memberSettings: TeamMemberSettings;
  guestSettings: TeamGuestSettings;
  messagingSettings: TeamMessagingSettings;
  funSettings: TeamFunSettings;
}

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
  /** The team's mail alias, unique in the tenant. */
  mailNickname: string;
  sensitivityLabelId: string | null;
}

/** The fields that updateTeam changes. Groups merge field by field. */
export type TeamPatch = Partial<
  Pick<Team, 'displayName' | 'description' | 'classification' | 'visibility' | 'isMembershipLimitedToOwners'>
> & { [Group in keyof TeamSettings]?: Partial<TeamSettings[Group]> };

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
