import { deleteTeam } from '../../domain/teams/delete-team.ts';
import { route } from '../route.ts';
import { TeamParams } from './schemas.ts';

export const deleteTeamRoute = route(
  {
    summary: 'Delete a team',
    errors: [502],
    params: TeamParams,
    description: 'For owners of the team and administrators. Deletes archived teams too.',
  },
  (deps, { principal, context, params }) => deleteTeam(deps, principal, context, { teamId: params.teamId }),
);
