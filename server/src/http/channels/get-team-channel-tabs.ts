import Type from 'typebox';
import { listTabs } from '../../domain/channels/list-tabs.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { ChannelParams, TeamChannelTab } from './schemas.ts';

export const getTeamChannelTabsRoute = route(
  {
    summary: 'List the tabs of a channel',
    params: ChannelParams,
    response: Type.Array(refTo(TeamChannelTab)),
    description: 'In the order they are shown, to whoever may see the channel.',
  },
  async (deps, { principal, params }) => ({ body: await listTabs(deps, principal, params) }),
);
