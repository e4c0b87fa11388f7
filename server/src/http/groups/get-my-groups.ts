import { listMyGroups } from '../../domain/directory/list-my-groups.ts';
import { noticesOf } from '../notices.ts';
import { route } from '../route.ts';
import { Groups } from '../users/schemas.ts';

export const getMyGroupsRoute = route(
  {
    summary: 'List the groups of the calling user',
    errors: [502],
    collection: Groups,
    description: 'The groups that the calling user is a direct member of, by display name.',
  },
  async (deps, { principal }) => ({
    items: await listMyGroups(deps, principal),
    notices: await noticesOf(deps, principal),
  }),
);
