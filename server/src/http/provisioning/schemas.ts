/** TeamProvisioningRequest and its parts, under their published model names (docs/specification.md, section 5). */
import Type from 'typebox';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { MemberUserIdentifier, OwnerUserIdentifier } from '../people.ts';
import { Closed, Model, Omissible } from '../schema.ts';

const TeamProvisioningRequestTemplate = Model('TeamProvisioningRequestTemplate', {
  id: Type.String({ minLength: 1, maxLength: 256 }),
});

export const TeamProvisioningRequestTeamMembership = Model('TeamProvisioningRequestTeamMembership', {
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
      description:
        'The answers to the questions of the template, by their ids. For a template without questions, any JSON object, returned unchanged in the job and its event. At most 16 KiB',
    }),
  ),
});

/** A request that is not complete yet. */
export const AnswersDraft = Model('TeamProvisioningAnswersDraft', {
  template: TeamProvisioningRequestTemplate,
  team: Omissible(
    Closed({
      name: Omissible(Type.String({ maxLength: REQUEST_LIMITS.name })),
      description: Omissible(Type.String({ maxLength: REQUEST_LIMITS.description })),
      welcomeMessage: Omissible(Type.String({ maxLength: REQUEST_LIMITS.welcomeMessage })),
    }),
  ),
  metadata: Omissible(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The answers so far, by the ids of the questions; `null` for an answer left empty on purpose',
    }),
  ),
});
