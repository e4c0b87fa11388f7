import { createChannel } from '../../domain/channels/create-channel.ts';
import { readMembers } from '../people.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { TeamParams } from '../teams/schemas.ts';
import { TeamChannel, TeamChannelPayload } from './schemas.ts';

export const createTeamChannelRoute = route(
  {
    summary: 'Create a channel',
    errors: [502],
    params: TeamParams,
    body: TeamChannelPayload,
    response: TeamChannel,
    description:
      'For owners and administrators, and for members and guests if the team’s settings allow it. Members of a private channel must be members of the team.',
  },
  (deps, { principal, context, params, body }) => {
    const { members = [], ...channel } = withoutNulls(body);
    return createChannel(deps, principal, context, {
      ...params,
      ...channel,
      members: readMembers(members),
    });
  },
);
