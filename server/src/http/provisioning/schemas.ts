/** TeamProvisioningRequest and its parts, under their published model names (docs/specification.md, section 5). */
import Type from 'typebox';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { MemberUserIdentifier, OwnerUserIdentifier } from '../people.ts';
import { Model, Omissible } from '../schema.ts';

const TeamProvisioningRequestTemplate = Model('TeamProvisioningRequestTemplate', {
  id: Type.String({ minLength: 1, maxLength: 256 }),
});

const TeamProvisioningRequestTeamMembership = Model('TeamProvisioningRequestTeamMembership', {
  members: Omissible(Type.Array(MemberUserIdentifier, { maxItems: REQUEST_LIMITS.members })),
  owners: Omissible(Type.Array(OwnerUserIdentifier, { maxItems: REQUEST_LIMITS.owners })),
});

export const TeamProvisioningRequestTeam = Model('TeamProvisioningRequestTeam', {
  name: Type.String({ minLength: 1, maxLength: REQUEST_LIMITS.name }),
  description: Omissible(Type.String({ maxLength: REQUEST_LIMITS.description })),
  welcomeMessage: Omissible(Type.String({ maxLength: REQUEST_LIMITS.welcomeMessage })),
  membership: Omissible(TeamProvisioningRequestTeamMembership),
});

export const TeamProvisioningRequest = Model('TeamProvisioningRequest', {
  template: TeamProvisioningRequestTemplate,
  team: TeamProvisioningRequestTeam,
  metadata: Omissible(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Any JSON object up to 16 KiB; returned unchanged in the job and its event',
    }),
  ),
});
