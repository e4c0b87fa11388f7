import { deleteChannel } from '../../domain/channels/delete-channel.ts';
import { route } from '../route.ts';
import { ChannelParams } from './schemas.ts';

export const deleteTeamChannelRoute = route(
  {
    summary: 'Delete a channel',
    errors: [409, 502],
    params: ChannelParams,
    description:
      'For owners of the team and administrators, and for members and guests where the settings of the team allow it; a private or shared channel is deleted by its owners. The primary channel cannot be deleted.',
  },
  (deps, { principal, context, params }) => deleteChannel(deps, principal, context, params),
);
