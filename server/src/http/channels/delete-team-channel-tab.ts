import { deleteTab } from '../../domain/channels/delete-tab.ts';
import { route } from '../route.ts';
import { TabParams } from './schemas.ts';

export const deleteTeamChannelTabRoute = route(
  {
    summary: 'Delete a tab',
    errors: [409, 502],
    params: TabParams,
    description:
      'For owners of the team and administrators, and for members where the settings of the team allow it.',
  },
  (deps, { principal, context, params }) => deleteTab(deps, principal, context, params),
);
