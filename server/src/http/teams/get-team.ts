import Type from 'typebox';
import { getTeam } from '../../domain/teams/get-team.ts';
import { etagOf } from '../etag.ts';
import { route } from '../route.ts';
import { Team, TeamParams } from './schemas.ts';

export const getTeamRoute = route(
  {
    summary: 'Get a team',
    errors: [502],
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: Type.Object({
      'if-none-match': Type.Optional(
        Type.String({ description: 'ETag of your copy; 304 when it is current' }),
      ),
    }),
    response: Team,
  },
  async (deps, call) => {
    const { team, version } = await getTeam(deps, call.principal, { teamId: call.params.teamId });
    const etag = etagOf(version);
    if (call.header('if-none-match') === etag) return { status: 304, headers: { etag } };
    return {
      headers: { etag },
      body: { '@odata.context': `${call.baseUrl}/$metadata#teams/$entity`, ...team },
    };
  },
);
