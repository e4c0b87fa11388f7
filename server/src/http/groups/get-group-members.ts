import { listGroupMembers } from '../../domain/directory/list-group-members.ts';
import { noticesOf } from '../notices.ts';
import { PAGE_OPTIONS, readNamePosition, readTop } from '../paging.ts';
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
    context: "groups(':groupId')/members",
    description:
      'The direct members of a group, by display name. For members of the group and administrators; a 404 for everybody else.',
  },
  async (deps, { principal, params, query: { $top, $skiptoken } }) => {
    const [displayName, id] = $skiptoken === undefined ? [] : readNamePosition($skiptoken);
    const { items, next } = await listGroupMembers(deps, principal, {
      ...params,
      top: readTop($top),
      ...(displayName !== undefined && id !== undefined && { after: { displayName, id } }),
    });
    return { items, next, notices: await noticesOf(deps, principal) };
  },
);
