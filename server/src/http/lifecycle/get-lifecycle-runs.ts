import { listLifecycleRuns } from '../../flows/lifecycle/list-runs.ts';
import { readPage } from '../paging.ts';
import { route } from '../route.ts';
import { LifecycleRuns, RunsQuery } from './schemas.ts';

export const getLifecycleRunsRoute = route(
  {
    summary: 'List lifecycle runs',
    querystring: RunsQuery,
    collection: LifecycleRuns,
    context: 'lifecycle/runs',
    description: 'Newest first.',
  },
  (deps, { principal, query }) => listLifecycleRuns(deps, principal, readPage(query)),
);
