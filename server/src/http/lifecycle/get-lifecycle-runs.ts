import { listLifecycleRuns } from '../../domain/lifecycle/list-runs.ts';
import { encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readIdToken, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { LifecycleRuns, RunsQuery } from './schemas.ts';

export const getLifecycleRunsRoute = route(
  'getLifecycleRuns',
  {
    querystring: RunsQuery,
    response: refTo(LifecycleRuns),
    description: 'Newest first. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const { runs, next } = await listLifecycleRuns(deps, principal, {
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : readIdToken(query.$skiptoken),
    });
    const address = `${baseUrl}/lifecycle/runs`;
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#lifecycle/runs`,
        '@odata.count': runs.length,
        ...(next && { '@odata.nextLink': nextLink(address, query, encodeCursor([next])) }),
        value: runs,
      },
    };
  },
);
