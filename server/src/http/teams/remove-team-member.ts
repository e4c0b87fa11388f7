import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import { removeTeamMember } from '../../domain/teams/remove-team-member.ts';
import { route } from '../route.ts';
import { MemberParams } from './schemas.ts';

export const removeTeamMemberRoute = route(
  {
    summary: 'Remove a member from a team',
    errors: [409, 502],
    params: MemberParams,
    description:
      'For owners of the team and administrators; everybody may leave. The person leaves its private channels too. The last owner and a permanent member stay: both are a 409.',
  },
  (deps, { principal, context, params }) =>
    removeTeamMember({ ...deps, findPermanent }, principal, context, params),
);
