import { listGroupMembers } from '../../domain/directory/list-group-members.ts';
import { asText, readCursor } from '../cursors.ts';
import { noticesOf } from '../notices.ts';
import { PAGE_OPTIONS, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Id } from '../schema.ts';
import { Users } from '../users/schemas.ts';

export const getGroupMembersRoute = route(
  {
    summary: 'List the members of a group',
    errors: [502],
    params: Closed({ groupId: Id('The group’s id') }),
    querystring: Closed(PAGE_OPTIONS),
    collection: Users,
    description:
      'The direct members of a group, by display name. For members of the group and administrators; a 404 for everybody else.',
  },
  async (deps, { principal, params, query: { $top, $skiptoken } }) => {
    const after = readCursor($skiptoken, asText, asText);
    const { items, next } = await listGroupMembers(deps, principal, {
      ...params,
      top: readTop($top),
      after: after && { displayName: after[0], id: after[1] },
    });
    return { items, next, notices: await noticesOf(deps, principal) };
  },
);
