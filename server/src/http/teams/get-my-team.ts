import { getOwnTeam } from '../../domain/teams/get-team.ts';
import { etagOf } from '../etag.ts';
import { Answer, route } from '../route.ts';
import { Team, TeamParams } from './schemas.ts';

export const getMyTeamRoute = route(
  {
    summary: 'Get a team that the caller owns',
    errors: [502],
    responseHeaders: ['etag'],
    params: TeamParams,
    response: Team,
    description: 'With its settings, as getTeam answers to callers whose roles allow it.',
  },
  async (deps, { principal, params }) => {
    const { team, version } = await getOwnTeam(deps, principal, params);
    return new Answer(team, { etag: etagOf(version) });
  },
);
