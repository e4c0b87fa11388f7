import { renewTeam } from '../../flows/lifecycle/renew-team.ts';
import { route } from '../route.ts';
import { TeamLifecycle, TeamParams } from './schemas.ts';

export const renewTeamLifecycleRoute = route(
  {
    summary: 'Renew a team',
    errors: [502],
    params: TeamParams,
    response: TeamLifecycle,
    context: "teams(':teamId')/lifecycle",
    description:
      'Confirms that the team is still needed: its inactivity period starts now, whatever its state. Rejected with 409 `Conflict` when the team has no lifecycle, or has expired and is being archived or deleted.',
  },
  (deps, { principal, context, params }) => renewTeam(deps, principal, context, { teamId: params.teamId }),
);
