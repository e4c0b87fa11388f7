/** TeamProvisioningRequest and its parts, under the model names of interface.md; limits of contract 5. */
import Type from 'typebox';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { TeamChannelTabConfiguration } from '../channels/schemas.ts';
import { MemberUserIdentifier, OwnerUserIdentifier } from '../people.ts';
import { Closed, named, Omissible, OneOf, refTo } from '../schema.ts';

export const TeamProvisioningRequestTemplate = named(
  'TeamProvisioningRequestTemplate',
  Closed({ id: Type.String({ minLength: 1, maxLength: 256 }) }),
);

export const TeamProvisioningRequestTeamMembership = named(
  'TeamProvisioningRequestTeamMembership',
  Closed({
    members: Omissible(Type.Array(refTo(MemberUserIdentifier), { maxItems: REQUEST_LIMITS.membersOrOwners })),
    owners: Omissible(Type.Array(refTo(OwnerUserIdentifier), { maxItems: REQUEST_LIMITS.membersOrOwners })),
  }),
);

export const TeamProvisioningRequestTeam = named(
  'TeamProvisioningRequestTeam',
  Closed({
    name: Type.String({ minLength: 1, maxLength: REQUEST_LIMITS.name }),
    description: Omissible(Type.String({ maxLength: REQUEST_LIMITS.description })),
    welcomeMessage: Omissible(Type.String({ maxLength: REQUEST_LIMITS.welcomeMessage })),
    membership: Omissible(refTo(TeamProvisioningRequestTeamMembership)),
  }),
);

export const TeamProvisioningRequest = named(
  'TeamProvisioningRequest',
  Closed({
    template: refTo(TeamProvisioningRequestTemplate),
    team: refTo(TeamProvisioningRequestTeam),
    metadata: Omissible(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Any JSON object up to 16 KiB; comes back untouched in the job and its event',
      }),
    ),
  }),
);

const Person = Closed({ id: Type.String(), displayName: Type.String() });

const Text = Type.Optional(Type.String());

const PlannedTab = Type.Object(
  {
    displayName: Type.String(),
    teamsAppId: Type.String(),
    configuration: Type.Optional(refTo(TeamChannelTabConfiguration)),
    sortOrderIndex: Text,
  },
  { additionalProperties: true },
);

/** The answer to `dryRun=true`, and what a job keeps of it. */
export const ProvisioningPlan = named(
  'ProvisioningPlan',
  Type.Object(
    {
      '@odata.context': Type.Optional(Type.String()),
      name: Type.String({ description: 'Final name of the team' }),
      mailNickname: Type.String(),
      description: Text,
      welcomeMessage: Text,
      classification: Text,
      picture: Type.Optional(Closed({ contentType: Type.String(), bytes: Type.Integer() })),
      primaryChannelTabs: Type.Array(PlannedTab),
      visibility: OneOf(['private', 'public', 'hiddenMembership']),
      sensitivityLabelId: Text,
      channels: Type.Array(
        Type.Object(
          {
            displayName: Type.String(),
            description: Text,
            ownerId: Text,
            membershipType: OneOf(['standard', 'private', 'shared']),
            tabs: Type.Array(PlannedTab),
          },
          { additionalProperties: true },
        ),
      ),
      requester: Type.Optional(Person),
      owners: Type.Array(Person),
      members: Type.Array(Person),
      permanentOwners: Type.Array(Person),
      permanentMembers: Type.Array(Person),
      steps: Type.Array(Type.String()),
      verdicts: Type.Array(
        Closed({ policy: Type.String(), outcome: OneOf(['passed', 'violated']), message: Type.String() }),
      ),
    },
    { additionalProperties: true },
  ),
);
