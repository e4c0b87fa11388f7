import Type from 'typebox';
import { listChannels } from '../../domain/channels/list-channels.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { TeamParams } from '../teams/schemas.ts';
import { TeamChannel } from './schemas.ts';

export const getTeamChannelsRoute = route(
  {
    summary: 'List the channels of a team',
    params: TeamParams,
    response: Type.Array(refTo(TeamChannel)),
    description:
      'For members, guests and administrators, and for everyone when the team is public. Private and shared channels are listed to those who are in them, and to administrators.',
  },
  async (deps, { principal, params }) => ({
    body: await listChannels(deps, principal, { teamId: params.teamId }),
  }),
);
