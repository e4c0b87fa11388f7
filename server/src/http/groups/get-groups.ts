import Type from 'typebox';
import { listGroups } from '../../domain/directory/list-groups.ts';
import { asText, readCursor } from '../cursors.ts';
import { noticesOf } from '../notices.ts';
import { PAGE_OPTIONS, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed } from '../schema.ts';
import { NAMES, readSearch } from '../search.ts';
import { Groups } from '../users/schemas.ts';

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
      search: readSearch($search, NAMES),
      after: readCursor($skiptoken, asText, asText),
    });
    return { items: groups, next, notices: await noticesOf(deps, principal) };
  },
);
