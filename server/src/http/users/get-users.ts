import { listUsers } from '../../domain/users/list-users.ts';
import { encodeCursor } from '../../kernel/cursors.ts';
import { nextLink } from '../paging.ts';
import { route } from '../route.ts';
import { readUsersQuery } from './query.ts';
import { Users, UsersQuery } from './schemas.ts';

export const getUsersRoute = route(
  {
    summary: 'List users of the directory',
    errors: [502],
    querystring: UsersQuery,
    response: Users,
    description:
      'The tenant’s directory, by display name. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const { users, next, count } = await listUsers(deps, principal, readUsersQuery(query));
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#users`,
        '@odata.count': count,
        ...(next && { '@odata.nextLink': nextLink(`${baseUrl}/users`, query, encodeCursor(next)) }),
        value: users,
      },
    };
  },
);
