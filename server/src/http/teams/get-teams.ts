import { listTeams } from '../../domain/teams/list-teams.ts';
import { noticesOf } from '../notices.ts';
import { route } from '../route.ts';
import { readTeamsQuery, TeamsQuery } from './query.ts';
import { Teams } from './schemas.ts';

export const getTeamsRoute = route(
  {
    summary: 'List all teams',
    errors: [502],
    querystring: TeamsQuery,
    collection: Teams,
    description: 'The teams of the tenant, archived or not, by name unless `$orderby` says otherwise.',
  },
  async (deps, { principal, query }) => {
    const { teams, next, count } = await listTeams(deps, principal, readTeamsQuery(query));
    return { items: teams, next, count, notices: await noticesOf(deps, principal) };
  },
);
