import { getTeamLifecycle } from '../../flows/lifecycle/get-team-lifecycle.ts';
import { route } from '../route.ts';
import { TeamLifecycle, TeamParams } from './schemas.ts';

export const getTeamLifecycleRoute = route(
  {
    summary: 'Get the lifecycle of a team',
    errors: [502],
    params: TeamParams,
    response: TeamLifecycle,
    context: "teams(':teamId')/lifecycle",
    description: 'For owners of the team and administrators.',
  },
  (deps, { principal, params }) => getTeamLifecycle(deps, principal, { teamId: params.teamId }),
);
