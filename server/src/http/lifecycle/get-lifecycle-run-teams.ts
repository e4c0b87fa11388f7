import { listLifecycleRunTeams } from '../../domain/lifecycle/list-runs.ts';
import { decodeCursor, encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { LifecycleRunTeams, RunParams, RunTeamsQuery } from './schemas.ts';

export const getLifecycleRunTeamsRoute = route(
  'getLifecycleRunTeams',
  {
    params: RunParams,
    querystring: RunTeamsQuery,
    response: refTo(LifecycleRunTeams),
    description:
      'What became of each team that did not stay as it was, by id. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, params, query, baseUrl }) => {
    const { teams, next } = await listLifecycleRunTeams(deps, principal, {
      runId: params.runId,
      outcome: query.outcome,
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : String(decodeCursor(query.$skiptoken, 1)[0]),
    });
    const address = `${baseUrl}/lifecycle/runs/${encodeURIComponent(params.runId)}/teams`;
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#lifecycle/runs('${encodeURIComponent(params.runId)}')/teams`,
        '@odata.count': teams.length,
        ...(next && { '@odata.nextLink': nextLink(address, query, encodeCursor([next])) }),
        value: teams,
      },
    };
  },
);
