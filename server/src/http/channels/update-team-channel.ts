import { updateChannel } from '../../domain/channels/update-channel.ts';
import { route } from '../route.ts';
import { ChannelParams, TeamChannelUpdate } from './schemas.ts';

export const updateTeamChannelRoute = route(
  {
    summary: 'Update a channel',
    errors: [409, 502],
    params: ChannelParams,
    body: TeamChannelUpdate,
    description:
      'Changes name and description. For owners of the team and administrators, and for members and guests where the settings of the team allow it; a private or shared channel is changed by its owners. The primary channel keeps its name.',
  },
  async (deps, { principal, context, params, body }) => {
    const { displayName, description, membershipType } = body;
    const patch = {
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description }),
      ...(membershipType !== undefined && { membershipType }),
    };
    await updateChannel(deps, principal, context, { ...params, patch });
  },
);
