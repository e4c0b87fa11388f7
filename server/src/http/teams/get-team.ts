import Type from 'typebox';
import { getTeam } from '../../domain/teams/get-team.ts';
import { etagOf } from '../etag.ts';
import { Answer, OtherAnswer, route } from '../route.ts';
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
  async (deps, { principal, params, header }) => {
    const { team, version } = await getTeam(deps, principal, params);
    const etag = etagOf(version);
    return header('if-none-match') === etag
      ? new OtherAnswer(304, undefined, { etag })
      : new Answer(team, { etag });
  },
);
