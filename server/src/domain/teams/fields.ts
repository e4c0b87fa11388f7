/** Schemas of teams and their members, for responses, updateTeam and its event. */
import Type, { type Static, type TObject, type TOptional, type TProperties, type TUnsafe } from 'typebox';
import { DateTime, Nullable, OneOf } from '../../kernel/schema.ts';

const RATING = OneOf(['strict', 'moderate']);

/** Settings of a new team in Microsoft Teams (Microsoft Graph, "team resource type"). */
export const DEFAULT_TEAM_SETTINGS = {
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
    giphyContentRating: 'moderate' as 'strict' | 'moderate',
    allowStickersAndMemes: true,
    allowCustomMemes: true,
  },
};

type Defaults = typeof DEFAULT_TEAM_SETTINGS;

export type TeamSettings = {
  [Group in keyof Defaults]: {
    [Field in keyof Defaults[Group]]: Defaults[Group][Field] extends boolean
      ? boolean
      : Static<typeof RATING>;
  };
};

type Groups<Fields extends 'all' | 'some'> = {
  [Group in keyof TeamSettings]: TObject<{
    [Field in keyof TeamSettings[Group]]: Fields extends 'all'
      ? TUnsafe<TeamSettings[Group][Field]>
      : TOptional<TUnsafe<TeamSettings[Group][Field]>>;
  }>;
};

const groupsOf = (schemaOf: (fields: TProperties, name: string) => TObject) =>
  Object.fromEntries(
    Object.entries(DEFAULT_TEAM_SETTINGS).map(([name, group]) => {
      const fields = Object.entries(group).map(([field, value]) => [
        field,
        typeof value === 'boolean' ? Type.Boolean() : RATING,
      ]);
      return [name, schemaOf(Object.fromEntries(fields), name)];
    }),
  );

/** The schemas of the settings by group, with optional fields. */
export const partialSettingGroups = (options: { additionalProperties: boolean }) =>
  groupsOf((fields) => Type.Partial(Type.Object(fields), options)) as Groups<'some'>;

export const TeamVisibility = OneOf(['private', 'public', 'hiddenMembership']);

/** A team as the API shows it (names as in Microsoft Graph). */
export const Team = Type.Object({
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
  ...(groupsOf((fields, name) =>
    Type.Object(fields, { $id: `Team${name.slice(0, 1).toUpperCase()}${name.slice(1)}` }),
  ) as Groups<'all'>),
});

export const MEMBER_ROLES = ['owner', 'member', 'guest'] as const;

/** A team in a list. */
export const ListedTeam = Type.Object({
  ...Type.Pick(Team, [
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

/** Fields that updateTeam can change, in addition to the settings groups. */
export const settableFields = {
  displayName: Type.String(),
  description: Type.String({ description: 'Empty when it was removed' }),
  classification: Type.String({ description: 'Empty when it was removed' }),
  visibility: TeamVisibility,
  isMembershipLimitedToOwners: Type.Boolean(),
};
