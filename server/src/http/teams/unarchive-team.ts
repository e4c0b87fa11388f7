import { unarchiveTeam } from '../../domain/teams/unarchive-team.ts';
import { route } from '../route.ts';
import { TeamParams } from './schemas.ts';

export const unarchiveTeamRoute = route(
  {
    summary: 'Bring an archived team back',
    responseHeaders: ['location'],
    params: TeamParams,
    description: 'For owners of the team and administrators. `Location` names the job that does it.',
  },
  async (deps, { principal, context, params, base }) => {
    const job = await unarchiveTeam(deps, principal, context, { teamId: params.teamId });
    return { headers: { location: `${base}/jobs/${job.id}` } };
  },
);
