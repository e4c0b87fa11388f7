import Type from 'typebox';
import { listTabs } from '../../domain/channels/list-tabs.ts';
import { route } from '../route.ts';
import { ChannelParams, TeamChannelTab } from './schemas.ts';

export const getTeamChannelTabsRoute = route(
  {
    summary: 'List the tabs of a channel',
    errors: [502],
    params: ChannelParams,
    response: Type.Array(TeamChannelTab),
    description: 'In display order. For everyone who may see the channel.',
  },
  (deps, { principal, params }) => listTabs(deps, principal, params),
);
