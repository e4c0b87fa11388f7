import { deleteTeam } from '../../domain/teams/delete-team.ts';
import { route } from '../route.ts';
import { TeamParams } from './schemas.ts';

export const deleteTeamRoute = route(
  {
    summary: 'Delete a team',
    params: TeamParams,
    description: 'For owners of the team and administrators; archived or not.',
  },
  async (deps, { principal, context, params }) => {
    await deleteTeam(deps, principal, context, { teamId: params.teamId });
    return {};
  },
);
