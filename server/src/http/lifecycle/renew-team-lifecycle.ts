import { renewTeam } from '../../flows/lifecycle/renew-team.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { TeamLifecycle, TeamParams } from './schemas.ts';

export const renewTeamLifecycleRoute = route(
  {
    summary: 'Say that a team is still needed',
    params: TeamParams,
    response: refTo(TeamLifecycle),
    description:
      'Says that the team is still needed: its inactivity counts anew from now, whatever its state; once more does the same. 409 `Conflict` when the team has no lifecycle, or is being archived or deleted because its time is over.',
  },
  async (deps, { principal, context, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#teams('${encodeURIComponent(params.teamId)}')/lifecycle`,
      ...(await renewTeam(deps, principal, context, { teamId: params.teamId })),
    },
  }),
);
