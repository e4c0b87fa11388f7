import Type from 'typebox';
import { listGroups } from '../../domain/groups/list-groups.ts';
import { decodeCursor } from '../../kernel/cursors.ts';
import { isStorable } from '../../kernel/text.ts';
import { noticesOf } from '../notices.ts';
import { foreignCursor, PAGE_OPTIONS, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { Closed, Collection, Model } from '../schema.ts';
import { readSearch } from '../search.ts';

const Group = Model('Group', { id: Type.String(), displayName: Type.String() });

const GroupsQuery = Closed({
  ...PAGE_OPTIONS,
  $search: Type.Optional(
    Type.String({ description: 'Prefixes of words in the name', examples: ['sales emea'] }),
  ),
});

/** @throws InvalidRequest at `$skiptoken` */
function readSkipToken(text: string): readonly [string, string] {
  const [displayName, id] = decodeCursor(text, 2).map(String) as [string, string];
  if (isStorable(displayName) && isStorable(id)) return [displayName, id];
  throw foreignCursor();
}

export const getGroupsRoute = route(
  {
    summary: 'List groups of the directory',
    errors: [502],
    querystring: GroupsQuery,
    collection: Collection('Groups', Group),
    context: 'groups',
    description: 'The groups of people in the tenant’s directory, by display name.',
  },
  async (deps, { principal, query: { $top, $skiptoken, $search } }) => {
    const { groups, next } = await listGroups(deps, principal, {
      top: readTop($top),
      ...($search !== undefined && { search: readSearch($search, 'the name') }),
      ...($skiptoken !== undefined && { after: readSkipToken($skiptoken) }),
    });
    return { items: groups, next, notices: await noticesOf(deps, principal) };
  },
);
