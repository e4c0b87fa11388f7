import { addTeamMember } from '../../domain/teams/add-team-member.ts';
import { readMember, TeamMembershipPayload } from '../people.ts';
import { route } from '../route.ts';
import { TeamMember, TeamParams } from './schemas.ts';

export const addTeamMemberRoute = route(
  {
    summary: 'Add a member or an owner to a team',
    errors: [502],
    params: TeamParams,
    body: TeamMembershipPayload,
    response: TeamMember,
    description:
      'For owners of the team and administrators. A higher role promotes an existing member; no role demotes one. Guests stay guests. Returns the resulting membership.',
  },
  (deps, { principal, context, params, body }) =>
    addTeamMember(deps, principal, context, { ...params, ...readMember(body) }),
);
