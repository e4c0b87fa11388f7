import Type from 'typebox';
import { getTeam } from '../../domain/teams/get-team.ts';
import { etagOf } from '../etag.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Team, TeamParams } from './schemas.ts';

export const getTeamRoute = route(
  {
    summary: 'Get a team',
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: Type.Object({
      'if-none-match': Type.Optional(
        Type.String({ description: 'The ETag you have: 304 when it is still the team’s' }),
      ),
    }),
    response: refTo(Team),
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
