/** Channels and tabs as the API shows them (docs/specification.md, section 5; names follow Microsoft Graph). */
import Type, { type Static } from 'typebox';
import { DateTime, Nullable, OneOf } from '../../kernel/schema.ts';

export const CHANNEL_MEMBERSHIP_TYPES = ['standard', 'private', 'shared'] as const;
export type ChannelMembershipType = (typeof CHANNEL_MEMBERSHIP_TYPES)[number];

const Text = Nullable(Type.String());

export const TeamChannel = Type.Object({
  id: Type.String(),
  createdDateTime: DateTime,
  displayName: Type.String(),
  description: Text,
  membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES),
  isArchived: Type.Optional(Type.Boolean({ description: 'Present, and true, only while it is archived' })),
});
export type TeamChannel = Static<typeof TeamChannel>;

export const TeamChannelTabConfiguration = Type.Object({
  entityId: Text,
  contentUrl: Text,
  websiteUrl: Text,
  removeUrl: Text,
});
export type TeamChannelTabConfiguration = Static<typeof TeamChannelTabConfiguration>;

export const TeamsApp = Type.Object(
  {
    id: Type.String(),
    externalId: Text,
    displayName: Type.String(),
    distributionMethod: Type.String(),
  },
  { $id: 'TeamChannelTabTeamsApp' },
);
export type TeamsApp = Static<typeof TeamsApp>;

export const TeamChannelTab = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  configuration: TeamChannelTabConfiguration,
  teamsApp: TeamsApp,
  /** Position among the channel's tabs, a string as in Graph. Absent if the suite does not order tabs. */
  sortOrderIndex: Type.Optional(Type.String()),
  webUrl: Type.String(),
});
export type TeamChannelTab = Static<typeof TeamChannelTab>;

/** Limits of a channel's display name (docs/specification.md, section 5). */
export const CHANNEL_NAME_MAX_LENGTH = 50;
// biome-ignore lint/complexity/useRegexLiterals: the class is easier to compare with the specification unescaped
export const CHANNEL_NAME_FORBIDDEN = new RegExp('[~#%&*{}+/\\\\:<>?|\'",]|\\.\\.');
