/** TeamProvisioningRequest and its parts, under the model names of interface.md; limits of contract 5. */
import Type from 'typebox';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { Closed, Nullable, named, Omissible, OneOf, refTo } from '../schema.ts';

const UserReference = (name: string) =>
  named(
    name,
    Closed({
      id: Type.String({ minLength: 1, maxLength: 256, description: 'Id, user principal name or mail' }),
    }),
  );

export const MemberUserIdentifier = UserReference('MemberUserIdentifier');
export const OwnerUserIdentifier = UserReference('OwnerUserIdentifier');

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

const PlannedTab = Type.Object(
  { displayName: Type.String(), teamsAppId: Type.String() },
  { additionalProperties: true },
);

/** The answer to `dryRun=true`. */
export const ProvisioningPlan = named(
  'ProvisioningPlan',
  Type.Object(
    {
      '@odata.context': Type.Optional(Type.String()),
      name: Type.String({ description: 'Final name of the team' }),
      mailNickname: Type.String(),
      description: Nullable(Type.String()),
      welcomeMessage: Nullable(Type.String()),
      visibility: OneOf(['private', 'public', 'hiddenMembership']),
      sensitivityLabelId: Nullable(Type.String()),
      channels: Type.Array(
        Type.Object(
          {
            displayName: Type.String(),
            membershipType: OneOf(['standard', 'private', 'shared']),
            tabs: Type.Array(PlannedTab),
          },
          { additionalProperties: true },
        ),
      ),
      requester: Nullable(Person),
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
