import { listLifecycleRuns } from '../../flows/lifecycle/list-runs.ts';
import { Paged, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { LifecycleRuns } from './schemas.ts';

export const getLifecycleRunsRoute = route(
  {
    summary: 'List lifecycle runs',
    querystring: Paged,
    collection: LifecycleRuns,
    description: 'Newest first.',
  },
  (deps, { principal, query }) => listLifecycleRuns(deps, principal, readPage(query)),
);
