import Type, { type TProperties } from 'typebox';
import {
  Team as Declared,
  ListedTeam,
  TeamMember as MemberFields,
  partialSettingGroups,
  TeamVisibility,
} from '../../domain/teams/fields.ts';
import { EXPIRY_ACTIONS, LIFECYCLE_CAUSES, LIFECYCLE_STATES } from '../../domain/teams/model.ts';
import { COUNT_OPTION, PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, Id, Model, Nullable, Omissible, OneOf, Resource, shown } from '../schema.ts';

export const Team = Resource('Team', shown(Declared));

/** Fields of a team in a list. */
export const teamSummaryFields = {
  ...shown(ListedTeam),
  isGoverned: Type.Boolean({ description: 'Whether Charter created the team, or it has a policy' }),
  template: Type.Optional(
    Closed(
      { id: Type.String(), name: Type.Optional(Type.String()) },
      { description: 'Template that Charter created the team from; without a name when it was deleted' },
    ),
  ),
  lifecycleState: Type.Optional(
    OneOf(LIFECYCLE_STATES, { description: 'State of the lifecycle, once a run has dealt with the team' }),
  ),
  lifecycleCause: Type.Optional(
    OneOf(LIFECYCLE_CAUSES, { description: 'Why the owners were asked whether they need the team' }),
  ),
  expiresDateTime: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'End of the grace period of an inactive team. Its owners can renew it until then.',
    }),
  ),
  expiryAction: Type.Optional(
    OneOf(EXPIRY_ACTIONS, { description: 'What happens to the team at that time, if nobody renews it' }),
  ),
  endDateTime: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Time at which the team ends, by its template or the answer of its request',
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The answers of the request that created the team; in a list of own teams for their owners',
    }),
  ),
};

export const Teams = Collection('Teams', Model('TeamSummary', teamSummaryFields));

const inPart = <P extends TProperties>(fields: P) => Type.Partial(Type.Object(fields)).properties;

const ANNOTATION = '@';

/** Fields to change; settings groups may be partial. OData annotations are ignored, other unknown fields rejected. */
export const TeamUpdate = Model(
  'TeamUpdate',
  inPart({
    id: Type.String(),
    createdDateTime: Type.String(),
    displayName: Type.String({ minLength: 1 }),
    description: Nullable(Type.String({ maxLength: 1024 })),
    internalId: Type.String(),
    classification: Nullable(Type.String({ maxLength: 256 })),
    specialization: Type.String(),
    visibility: TeamVisibility,
    webUrl: Type.String(),
    isArchived: Type.Boolean(),
    isMembershipLimitedToOwners: Type.Boolean(),
    ...partialSettingGroups({ additionalProperties: false }),
  }),
  {
    patternProperties: { [ANNOTATION]: {} },
    examples: [{ description: 'Plans of the launch', memberSettings: { allowDeleteChannels: false } }],
  },
);

export const MyTeamUpdate = Model(
  'MyTeamUpdate',
  {
    displayName: Type.Optional(Type.String({ minLength: 1 })),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
  },
  { examples: [{ displayName: 'Harbour tunnel' }] },
);

export const TeamParams = Closed({ teamId: Id('The team’s id') });

const MEMBERSHIP_ID_MAX_LENGTH = 1024;

export const MemberParams = Closed({
  teamId: Id('The team’s id'),
  membershipId: Type.String({
    minLength: 1,
    maxLength: MEMBERSHIP_ID_MAX_LENGTH,
    description: 'The membership’s id, from getTeamMembers',
  }),
});

const Permanence = Model('TeamMemberPermanence', {
  role: OneOf(['owner', 'member']),
  source: Closed({ type: OneOf(['template', 'policy']), id: Type.String(), name: Type.String() }),
});

export const TeamMember = Resource('TeamMember', {
  ...shown(MemberFields),
  permanent: Type.Optional(
    Type.Array(Permanence, {
      description: 'In lists: the templates and policies that keep the person in the team',
    }),
  ),
  endDateTime: Type.Optional(
    Type.String({ format: 'date-time', description: 'End of the stay of a guest, who is removed then' }),
  ),
  sponsor: Type.Optional(
    Closed(
      { id: Type.String(), displayName: Type.String() },
      { description: 'The person of the organisation who is responsible for a guest' },
    ),
  ),
});

export const TeamMembers = Collection('TeamMembers', TeamMember);

export const TeamMembersQuery = Closed({
  ...PAGE_OPTIONS,
  $search: Type.Optional(
    Type.String({
      description: 'Prefixes of words in the name, mail or user principal name',
      examples: ['ann lee'],
    }),
  ),
  ...COUNT_OPTION,
});

export const ArchiveTeamPayload = Model('ArchiveTeamPayload', {
  shouldSetSpoSiteReadOnlyForMembers: Omissible(
    Type.Boolean({ description: 'Makes the site read-only for members; false by default' }),
  ),
});
