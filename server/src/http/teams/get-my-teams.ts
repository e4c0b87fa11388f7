import { listMyTeams } from '../../domain/teams/list-teams.ts';
import { noticesOf } from '../notices.ts';
import { route } from '../route.ts';
import { readTeamsQuery, TeamsQuery } from './query.ts';
import { Teams } from './schemas.ts';

export const getMyTeamsRoute = route(
  {
    summary: 'List the teams of the calling user',
    errors: [502],
    querystring: TeamsQuery,
    collection: Teams,
    description: 'The teams in which the calling user is owner, member or guest, with that role.',
  },
  async (deps, { principal, query }) => {
    const { teams, next, count } = await listMyTeams(deps, principal, readTeamsQuery(query));
    return { items: teams, next, count, notices: await noticesOf(deps, principal) };
  },
);
