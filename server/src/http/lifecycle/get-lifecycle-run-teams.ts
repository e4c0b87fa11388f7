import { listLifecycleRunTeams } from '../../flows/lifecycle/list-runs.ts';
import { readPage, suiteIdOf } from '../paging.ts';
import { route } from '../route.ts';
import { LifecycleRunTeams, RunParams, RunTeamsQuery } from './schemas.ts';

export const getLifecycleRunTeamsRoute = route(
  {
    summary: 'List the outcomes of a lifecycle run by team',
    params: RunParams,
    querystring: RunTeamsQuery,
    collection: LifecycleRunTeams,
    description: 'By id; without teams that stayed unchanged.',
  },
  (deps, { principal, params, query }) =>
    listLifecycleRunTeams(deps, principal, {
      ...params,
      outcome: query.outcome,
      ...readPage(query, suiteIdOf),
    }),
);
