/** Schemas of teams and their members, for answers, updateTeam and its event. */
import Type from 'typebox';
import { DateTime, Nullable, OneOf } from '../../kernel/schema.ts';

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

/** Fields of a team besides its settings groups, as the API shows them (names as in Microsoft Graph). */
export const TeamFields = Type.Object({
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
});

export const MEMBER_ROLES = ['owner', 'member', 'guest'] as const;

/** A team in a list. */
export const ListedTeam = Type.Object({
  ...Type.Pick(TeamFields, [
    'id',
    'createdDateTime',
    'displayName',
    'description',
    'visibility',
    'webUrl',
    'isArchived',
  ]).properties,
  sensitivityLabelId: Nullable(Type.String()),
  /** Also counts owners with disabled accounts. */
  ownerCount: Type.Integer(),
  memberCount: Type.Integer({ description: 'Owners, members and guests' }),
  /** Time of the latest activity (TeamActivity). It may be rounded to a day and delayed. */
  lastActivityDateTime: DateTime,
  /** Role of the person `memberId`; null for a query without `memberId`. */
  role: Nullable(
    OneOf(MEMBER_ROLES, { description: 'Role of the calling user, in the list of their teams' }),
  ),
});

/** Membership as the API shows it. */
export const TeamMember = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  displayName: Type.String(),
  email: Nullable(Type.String()),
  roles: Type.Array(Type.String(), { description: '`owner` or `guest`; empty for a member' }),
});

/** Fields that updateTeam can change, besides the settings groups. */
export const settableFields = {
  displayName: Type.String(),
  description: Type.String({ description: 'Empty when it was removed' }),
  classification: Type.String({ description: 'Empty when it was removed' }),
  visibility: TeamVisibility,
  isMembershipLimitedToOwners: Type.Boolean(),
};
