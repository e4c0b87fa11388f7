import { getTeamLifecycle } from '../../flows/lifecycle/get-team-lifecycle.ts';
import { route } from '../route.ts';
import { TeamParams } from '../teams/schemas.ts';
import { TeamLifecycle } from './schemas.ts';

export const getTeamLifecycleRoute = route(
  {
    summary: 'Get the lifecycle of a team',
    errors: [502],
    params: TeamParams,
    response: TeamLifecycle,
    description: 'For owners of the team and administrators.',
  },
  (deps, { principal, params }) => getTeamLifecycle(deps, principal, params),
);
