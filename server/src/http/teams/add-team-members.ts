import Type from 'typebox';
import { addTeamMembers, MOST_NEW_MEMBERS } from '../../domain/teams/add-team-members.ts';
import { readMembers, TeamMembershipPayload } from '../people.ts';
import { route } from '../route.ts';
import { Closed, Model, Resource, Sentence } from '../schema.ts';
import { TeamMember, TeamParams } from './schemas.ts';

const TeamMembersPayload = Model('TeamMembersPayload', {
  values: Type.Array(TeamMembershipPayload, { minItems: 1, maxItems: MOST_NEW_MEMBERS }),
});

const AddedTeamMembers = Resource('AddedTeamMembers', {
  value: Type.Array(
    Closed({
      userId: Type.String(),
      member: Type.Optional(TeamMember),
      error: Type.Optional(
        Closed({ code: Type.String(), ...Sentence }, { description: 'Why the person was not added' }),
      ),
    }),
    { description: 'In the order of the people: the membership, or the error' },
  ),
});

export const addTeamMembersRoute = route(
  {
    summary: 'Add a list of people to a team',
    errors: [502],
    params: TeamParams,
    body: TeamMembersPayload,
    response: AddedTeamMembers,
    description:
      'For owners of the team and administrators. As for one member: a higher role promotes, no role demotes, guests stay guests. An unknown person is a 400 that names them, and nobody is added. When the suite rejects some people, the others are added.',
  },
  async (deps, { principal, context, params, body }) => ({
    value: await addTeamMembers(deps, principal, context, {
      ...params,
      people: readMembers(body.values, (index) => `values[${index}].`),
    }),
  }),
);
