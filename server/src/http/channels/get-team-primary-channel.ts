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
    description: 'The General channel.',
  },
  async (deps, { principal, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#teams('${params.teamId}')/primaryChannel/$entity`,
      ...(await getPrimaryChannel(deps, principal, { teamId: params.teamId })),
    },
  }),
);
