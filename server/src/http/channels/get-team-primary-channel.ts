import { getPrimaryChannel } from '../../domain/channels/get-primary-channel.ts';
import { route } from '../route.ts';
import { TeamParams } from '../teams/schemas.ts';
import { TeamChannel } from './schemas.ts';

export const getTeamPrimaryChannelRoute = route(
  {
    summary: 'Get the primary channel of a team',
    errors: [502],
    params: TeamParams,
    response: TeamChannel,
    context: "teams(':teamId')/primaryChannel/$entity",
    description: 'The General channel.',
  },
  (deps, { principal, params }) => getPrimaryChannel(deps, principal, { teamId: params.teamId }),
);
