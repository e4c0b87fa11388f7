/** Schemas of a team's fields, for updateTeam and for its event. */
import Type from 'typebox';
import { OneOf } from '../../kernel/schema.ts';

export const settingsGroups = {
  discoverySettings: { showInTeamsSearchAndSuggestions: Type.Boolean() },
  memberSettings: {
    allowCreateUpdateChannels: Type.Boolean(),
    allowCreatePrivateChannels: Type.Boolean(),
    allowDeleteChannels: Type.Boolean(),
    allowAddRemoveApps: Type.Boolean(),
    allowCreateUpdateRemoveTabs: Type.Boolean(),
    allowCreateUpdateRemoveConnectors: Type.Boolean(),
  },
  guestSettings: {
    allowCreateUpdateChannels: Type.Boolean(),
    allowDeleteChannels: Type.Boolean(),
  },
  messagingSettings: {
    allowUserEditMessages: Type.Boolean(),
    allowUserDeleteMessages: Type.Boolean(),
    allowOwnerDeleteMessages: Type.Boolean(),
    allowTeamMentions: Type.Boolean(),
    allowChannelMentions: Type.Boolean(),
  },
  funSettings: {
    allowGiphy: Type.Boolean(),
    giphyContentRating: OneOf(['strict', 'moderate']),
    allowStickersAndMemes: Type.Boolean(),
    allowCustomMemes: Type.Boolean(),
  },
};

export const TeamVisibility = OneOf(['private', 'public', 'hiddenMembership']);

/** Fields that updateTeam can change, besides the settings groups. */
export const settableFields = {
  displayName: Type.String(),
  description: Type.String({ description: 'Empty when it was removed' }),
  classification: Type.String({ description: 'Empty when it was removed' }),
  visibility: TeamVisibility,
  isMembershipLimitedToOwners: Type.Boolean(),
};
