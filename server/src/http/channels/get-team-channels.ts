import Type from 'typebox';
import { listChannels } from '../../domain/channels/list-channels.ts';
import { route } from '../route.ts';
import { TeamParams } from '../teams/schemas.ts';
import { TeamChannel } from './schemas.ts';

export const getTeamChannelsRoute = route(
  {
    summary: 'List the channels of a team',
    errors: [502],
    params: TeamParams,
    response: Type.Array(TeamChannel),
    description:
      'For members, guests and administrators, and for everyone when the team is public. Only their members and administrators see private and shared channels.',
  },
  (deps, { principal, params }) => listChannels(deps, principal, params),
);
