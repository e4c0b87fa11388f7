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
