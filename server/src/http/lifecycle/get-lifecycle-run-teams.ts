import { listLifecycleRunTeams } from '../../flows/lifecycle/list-runs.ts';
import { pageBody, readPage, readTextToken } from '../paging.ts';
import { route } from '../route.ts';
import { LifecycleRunTeams, RunParams, RunTeamsQuery } from './schemas.ts';

export const getLifecycleRunTeamsRoute = route(
  {
    summary: 'List the outcomes of a lifecycle run by team',
    params: RunParams,
    querystring: RunTeamsQuery,
    response: LifecycleRunTeams,
    description:
      'By id; without teams that stayed unchanged. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, params, query, baseUrl }) => {
    const page = await listLifecycleRunTeams(deps, principal, {
      runId: params.runId,
      outcome: query.outcome,
      ...readPage(query, readTextToken),
    });
    const id = encodeURIComponent(params.runId);
    const [context, path] = [`lifecycle/runs('${id}')/teams`, `lifecycle/runs/${id}/teams`];
    return { body: pageBody({ baseUrl, query }, context, path, page) };
  },
);
