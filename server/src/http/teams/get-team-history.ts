import { listHistory } from '../../domain/teams/list-history.ts';
import { keyOf, readPosition } from '../audit/query.ts';
import { TeamHistory } from '../audit/schemas.ts';
import { Paged, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { TeamParams } from './schemas.ts';

export const getTeamHistoryRoute = route(
  {
    summary: 'List the history of a team',
    errors: [502],
    params: TeamParams,
    querystring: Paged,
    collection: TeamHistory,
    description:
      'The audit records about the team, of all trails, newest first. For owners of the team and administrators, also while it is archived.',
  },
  async (deps, { principal, params, query: { $top, $skiptoken } }) => {
    const after = readPosition($skiptoken, 'time desc');
    const { items, next } = await listHistory(deps, principal, { ...params, top: readTop($top), after });
    return {
      items: items.map(({ fields, ...common }) => ({ ...fields, ...common })),
      next: next && keyOf(next),
    };
  },
);
