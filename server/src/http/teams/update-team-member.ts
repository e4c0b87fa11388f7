import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import { updateTeamMember } from '../../domain/teams/update-team-member.ts';
import { readNewRole, TeamMemberUpdate } from '../people.ts';
import { route } from '../route.ts';
import { MemberParams, TeamMember } from './schemas.ts';

export const updateTeamMemberRoute = route(
  {
    summary: 'Change the role of a member',
    errors: [409, 502],
    params: MemberParams,
    body: TeamMemberUpdate,
    response: TeamMember,
    description:
      'For owners of the team and administrators. A team keeps its last owner, and a permanent owner stays one: both are a 409. Guests stay guests.',
  },
  (deps, { principal, context, params, body }) =>
    updateTeamMember({ ...deps, findPermanent }, principal, context, { ...params, role: readNewRole(body) }),
);
