import { listUsers } from '../../domain/directory/list-users.ts';
import { noticesOf } from '../notices.ts';
import { route } from '../route.ts';
import { readUsersQuery } from './query.ts';
import { Users, UsersQuery } from './schemas.ts';

export const getUsersRoute = route(
  {
    summary: 'List users of the directory',
    errors: [502],
    querystring: UsersQuery,
    collection: Users,
    description: 'The tenant’s directory, by display name.',
  },
  async (deps, { principal, query }) => {
    const { users, next, count } = await listUsers(deps, principal, readUsersQuery(query));
    return { items: users, next, count, notices: await noticesOf(deps, principal) };
  },
);
