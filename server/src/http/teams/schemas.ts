import Type from 'typebox';
import {
  discoverySettings,
  funSettings,
  guestSettings,
  memberSettings,
  messagingSettings,
  TeamVisibility,
} from '../../domain/teams/fields.ts';
import { Closed, DateTime, Id, Nullable, named, Omissible, refTo } from '../schema.ts';

export const TeamDiscoverySettings = named('TeamDiscoverySettings', Closed(discoverySettings));
export const TeamMemberSettings = named('TeamMemberSettings', Closed(memberSettings));
export const TeamGuestSettings = named('TeamGuestSettings', Closed(guestSettings));
export const TeamMessagingSettings = named('TeamMessagingSettings', Closed(messagingSettings));
export const TeamFunSettings = named('TeamFunSettings', Closed(funSettings));

export const Team = named(
  'Team',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
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
    discoverySettings: refTo(TeamDiscoverySettings),
    memberSettings: refTo(TeamMemberSettings),
    guestSettings: refTo(TeamGuestSettings),
    messagingSettings: refTo(TeamMessagingSettings),
    funSettings: refTo(TeamFunSettings),
  }),
);

/** A settings group of which any fields may be sent. */
const InPart = <T extends Parameters<typeof Closed>[0]>(fields: T) =>
  Type.Partial(Closed(fields), { additionalProperties: false });

const ANNOTATION = '@';

/**
 * What updateTeam takes: any fields of a team, settings groups in part. OData annotations (`@odata.context`,
 * `x@odata.bind`…) say something about the data and are none of it, so they pass; every other name that no team
 * has is refused.
 */
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
    { patternProperties: { [ANNOTATION]: {} } },
  ),
);

export const TeamParams = Closed({ teamId: Id('The team’s id') });

export const TeamMember = named(
  'TeamMember',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String(),
    userId: Type.String(),
    displayName: Type.String(),
    email: Type.Optional(Type.String()),
    roles: Type.Array(Type.String(), { description: '`owner` or `guest`; empty for a member' }),
  }),
);

export const ArchiveTeamPayload = named(
  'ArchiveTeamPayload',
  Closed({
    shouldSetSpoSiteReadOnlyForMembers: Omissible(
      Type.Boolean({ description: 'Members may only read the team’s site afterwards; not done unless said' }),
    ),
  }),
);
