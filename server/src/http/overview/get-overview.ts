import { getOverview } from '../../flows/overview/get-overview.ts';
import { route } from '../route.ts';
import { Overview, OverviewQuery, presentOverview } from './schemas.ts';

export const getOverviewRoute = route(
  {
    summary: 'Get the figures of the organisation',
    errors: [502],
    querystring: OverviewQuery,
    response: Overview,
    context: 'overview',
    description: 'Requests of the last weeks, teams, and what waits for whom.',
  },
  async (deps, { principal, query }) =>
    presentOverview(
      await getOverview(deps, principal, {
        weeks: query.weeks ?? 12,
        inactiveDays: query.inactiveDays ?? 90,
        timeZone: query.timeZone ?? 'UTC',
      }),
    ),
);
