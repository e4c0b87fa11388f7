import { getTeamLifecycle } from '../../flows/lifecycle/get-team-lifecycle.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { TeamLifecycle, TeamParams } from './schemas.ts';

export const getTeamLifecycleRoute = route(
  {
    summary: 'Get where a team is in its lifecycle',
    params: TeamParams,
    response: refTo(TeamLifecycle),
    description: 'For owners of the team and administrators.',
  },
  async (deps, { principal, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#teams('${encodeURIComponent(params.teamId)}')/lifecycle`,
      ...(await getTeamLifecycle(deps, principal, { teamId: params.teamId })),
    },
  }),
);
