import Type from 'typebox';
import { Closed, DateTime, Nullable, named, OneOf, refTo } from '../schema.ts';

export const TeamDiscoverySettings = named(
  'TeamDiscoverySettings',
  Closed({ showInTeamsSearchAndSuggestions: Type.Boolean() }),
);

export const TeamMemberSettings = named(
  'TeamMemberSettings',
  Closed({
    allowCreateUpdateChannels: Type.Boolean(),
    allowCreatePrivateChannels: Type.Boolean(),
    allowDeleteChannels: Type.Boolean(),
    allowAddRemoveApps: Type.Boolean(),
    allowCreateUpdateRemoveTabs: Type.Boolean(),
    allowCreateUpdateRemoveConnectors: Type.Boolean(),
  }),
);

export const TeamGuestSettings = named(
  'TeamGuestSettings',
  Closed({ allowCreateUpdateChannels: Type.Boolean(), allowDeleteChannels: Type.Boolean() }),
);

export const TeamMessagingSettings = named(
  'TeamMessagingSettings',
  Closed({
    allowUserEditMessages: Type.Boolean(),
    allowUserDeleteMessages: Type.Boolean(),
    allowOwnerDeleteMessages: Type.Boolean(),
    allowTeamMentions: Type.Boolean(),
    allowChannelMentions: Type.Boolean(),
  }),
);

export const TeamFunSettings = named(
  'TeamFunSettings',
  Closed({
    allowGiphy: Type.Boolean(),
    giphyContentRating: OneOf(['strict', 'moderate']),
    allowStickersAndMemes: Type.Boolean(),
    allowCustomMemes: Type.Boolean(),
  }),
);

export const TeamVisibility = OneOf(['private', 'public', 'hiddenMembership']);

export const Team = named(
  'Team',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String(),
    createdDateTime: DateTime,
    displayName: Type.String(),
    description: Nullable(Type.String()),
    internalId: Type.String(),
    classification: Nullable(Type.String()),
    specialization: Type.String(),
    visibility: TeamVisibility,
    webUrl: Type.String(),
    isArchived: Type.Boolean(),
    isMembershipLimitedToOwners: Type.Boolean(),
    discoverySettings: refTo(TeamDiscoverySettings),
    memberSettings: refTo(TeamMemberSettings),
    guestSettings: refTo(TeamGuestSettings),
    messagingSettings: refTo(TeamMessagingSettings),
    funSettings: refTo(TeamFunSettings),
  }),
);
