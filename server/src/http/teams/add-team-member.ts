import { addTeamMember } from '../../domain/teams/add-team-member.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { TeamMember, TeamMembershipPayload, TeamParams } from './schemas.ts';

export const addTeamMemberRoute = route(
  'addTeamMember',
  {
    params: TeamParams,
    body: refTo(TeamMembershipPayload),
    response: refTo(TeamMember),
    description:
      'For owners of the team and administrators. Somebody who is there is promoted by a higher role and never demoted; guests stay guests. Answers the present membership.',
  },
  async (deps, { principal, context, params, body, baseUrl }) => {
    const member = await addTeamMember(deps, principal, context, { teamId: params.teamId, ...body });
    return {
      body: { '@odata.context': `${baseUrl}/$metadata#teams('${params.teamId}')/members/$entity`, ...member },
    };
  },
);
