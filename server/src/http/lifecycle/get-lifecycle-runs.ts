import { listLifecycleRuns } from '../../flows/lifecycle/list-runs.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { LifecycleRuns, RunsQuery } from './schemas.ts';

export const getLifecycleRunsRoute = route(
  {
    summary: 'List lifecycle runs',
    querystring: RunsQuery,
    response: LifecycleRuns,
    description: 'Newest first. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const page = await listLifecycleRuns(deps, principal, readPage(query));
    return { body: pageBody({ baseUrl, query }, 'lifecycle/runs', 'lifecycle/runs', page) };
  },
);
