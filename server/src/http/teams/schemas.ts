import Type from 'typebox';
import { settingsGroups, TeamVisibility } from '../../domain/teams/fields.ts';
import { Closed, DateTime, Id, Model, Nullable, named, Omissible, Resource } from '../schema.ts';

const { discoverySettings, memberSettings, guestSettings, messagingSettings, funSettings } = settingsGroups;

export const TeamDiscoverySettings = Model('TeamDiscoverySettings', discoverySettings);
export const TeamMemberSettings = Model('TeamMemberSettings', memberSettings);
export const TeamGuestSettings = Model('TeamGuestSettings', guestSettings);
export const TeamMessagingSettings = Model('TeamMessagingSettings', messagingSettings);
export const TeamFunSettings = Model('TeamFunSettings', funSettings);

export const Team = Resource('Team', {
  id: Type.String(),
  createdDateTime: DateTime,
  displayName: Type.String(),
  description: Type.Optional(Type.String()),
  internalId: Type.String(),
  classification: Type.Optional(Type.String()),
  specialization: Type.String(),
  visibility: TeamVisibility,
  webUrl: Type.String(),
  isArchived: Type.Boolean(),
  isMembershipLimitedToOwners: Type.Boolean(),
  discoverySettings: TeamDiscoverySettings,
  memberSettings: TeamMemberSettings,
  guestSettings: TeamGuestSettings,
  messagingSettings: TeamMessagingSettings,
  funSettings: TeamFunSettings,
});

/** A settings group with every field optional. */
const InPart = <T extends Parameters<typeof Closed>[0]>(fields: T) =>
  Type.Partial(Closed(fields), { additionalProperties: false });

const ANNOTATION = '@';

/** Fields to change; settings groups may be partial. OData annotations are ignored, other unknown fields rejected. */
export const TeamUpdate = named(
  'TeamUpdate',
  Closed(
    {
      id: Type.Optional(Type.String()),
      createdDateTime: Type.Optional(Type.String()),
      displayName: Type.Optional(Type.String({ minLength: 1 })),
      description: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
      internalId: Type.Optional(Type.String()),
      classification: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
      specialization: Type.Optional(Type.String()),
      visibility: Type.Optional(TeamVisibility),
      webUrl: Type.Optional(Type.String()),
      isArchived: Type.Optional(Type.Boolean()),
      isMembershipLimitedToOwners: Type.Optional(Type.Boolean()),
      discoverySettings: Type.Optional(InPart(discoverySettings)),
      memberSettings: Type.Optional(InPart(memberSettings)),
      guestSettings: Type.Optional(InPart(guestSettings)),
      messagingSettings: Type.Optional(InPart(messagingSettings)),
      funSettings: Type.Optional(InPart(funSettings)),
    },
    {
      patternProperties: { [ANNOTATION]: {} },
      examples: [{ description: 'Plans of the launch', memberSettings: { allowDeleteChannels: false } }],
    },
  ),
);

export const TeamParams = Closed({ teamId: Id('The team’s id') });

export const TeamMember = Resource('TeamMember', {
  id: Type.String(),
  userId: Type.String(),
  displayName: Type.String(),
  email: Type.Optional(Type.String()),
  roles: Type.Array(Type.String(), { description: '`owner` or `guest`; empty for a member' }),
});

export const ArchiveTeamPayload = Model('ArchiveTeamPayload', {
  shouldSetSpoSiteReadOnlyForMembers: Omissible(
    Type.Boolean({ description: 'Makes the team’s site read-only for members; false by default' }),
  ),
});
