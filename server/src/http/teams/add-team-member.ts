import { addTeamMember } from '../../domain/teams/add-team-member.ts';
import { readMember, TeamMembershipPayload } from '../people.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { TeamMember, TeamParams } from './schemas.ts';

export const addTeamMemberRoute = route(
  {
    summary: 'Add a member or an owner to a team',
    params: TeamParams,
    body: refTo(TeamMembershipPayload),
    response: refTo(TeamMember),
    description:
      'For owners of the team and administrators. Somebody who is there is promoted by a higher role and never demoted; guests stay guests. Answers the present membership.',
  },
  async (deps, { principal, context, params, body, baseUrl }) => {
    const member = await addTeamMember(deps, principal, context, {
      teamId: params.teamId,
      ...readMember(body),
    });
    return {
      body: { '@odata.context': `${baseUrl}/$metadata#teams('${params.teamId}')/members/$entity`, ...member },
    };
  },
);
