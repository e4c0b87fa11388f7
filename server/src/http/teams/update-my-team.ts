import { mustComply } from '../../domain/policies/check-team.ts';
import { updateTeam } from '../../domain/teams/update-team.ts';
import { etagOf, IfMatch } from '../etag.ts';
import { Answer, route } from '../route.ts';
import { MyTeamUpdate, TeamParams } from './schemas.ts';

export const updateMyTeamRoute = route(
  {
    summary: 'Rename or describe a team that the caller owns',
    errors: [409, 502],
    responseHeaders: ['etag'],
    params: TeamParams,
    headers: IfMatch('team'),
    body: MyTeamUpdate,
    description:
      'The policies apply as in updateTeam. With the ETag of getMyTeam in `If-Match`, a team that changed meanwhile is rejected with 412.',
  },
  async (deps, { principal, context, params, body, ifVersion }) => {
    const { version } = await updateTeam({ ...deps, mustComply }, principal, context, {
      ...params,
      representation: body,
      act: 'describeOwn',
      ...(ifVersion === undefined ? {} : { ifVersion }),
    });
    return new Answer(undefined, { etag: etagOf(version) });
  },
);
