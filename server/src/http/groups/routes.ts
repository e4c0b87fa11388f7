import Type from 'typebox';
import { listGroupMembers, listGroups, listMyGroups } from '../../domain/directory/read-groups.ts';
import { asText, readCursor } from '../cursors.ts';
import { noticesOf } from '../notices.ts';
import { PAGE_OPTIONS, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Id } from '../schema.ts';
import { readSearch, SEARCHED_NAMES } from '../search.ts';
import { Groups, Users } from '../users/schemas.ts';

const GroupsQuery = Closed({
  ...PAGE_OPTIONS,
  $search: Type.Optional(
    Type.String({ description: 'Prefixes of words in the name', examples: ['sales emea'] }),
  ),
});

export const getGroupsRoute = route(
  {
    summary: 'List groups of the directory',
    errors: [502],
    querystring: GroupsQuery,
    collection: Groups,
    description: 'The groups of people in the tenant’s directory, by display name.',
  },
  async (deps, { principal, query: { $top, $skiptoken, $search } }) => {
    const { groups, next } = await listGroups(deps, principal, {
      top: readTop($top),
      search: readSearch($search, SEARCHED_NAMES),
      after: readCursor($skiptoken, asText, asText),
    });
    return { items: groups, next, notices: await noticesOf(deps, principal) };
  },
);

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
