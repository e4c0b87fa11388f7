import { unarchiveTeam } from '../../domain/teams/unarchive-team.ts';
import { Answer, route } from '../route.ts';
import { TeamParams } from './schemas.ts';

export const unarchiveTeamRoute = route(
  {
    summary: 'Unarchive a team',
    errors: [502],
    responseHeaders: ['location'],
    params: TeamParams,
    description: 'For owners of the team and administrators. `Location` is the job.',
  },
  async (deps, { principal, context, params, base }) => {
    const job = await unarchiveTeam(deps, principal, context, params);
    return new Answer(undefined, { location: `${base}/jobs/${job.id}` });
  },
);
