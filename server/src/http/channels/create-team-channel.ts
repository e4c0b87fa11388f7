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
  async (deps, { principal, context, params, body, baseUrl }) => {
    const { displayName, members, ...sent } = withoutNulls(body);
    const channel = await createChannel(deps, principal, context, {
      teamId: params.teamId,
      displayName,
      description: sent.description,
      membershipType: sent.membershipType,
      isFavoriteByDefault: sent.isFavoriteByDefault,
      members: readMembers(members ?? []),
    });
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#teams('${params.teamId}')/channels/$entity`,
        ...channel,
      },
    };
  },
);
