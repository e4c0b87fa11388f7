import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import { listTeamMembers } from '../../domain/teams/list-team-members.ts';
import { noticesOf } from '../notices.ts';
import { route } from '../route.ts';
import { readMembersQuery } from './query.ts';
import { TeamMembers, TeamMembersQuery, TeamParams } from './schemas.ts';

export const getTeamMembersRoute = route(
  {
    summary: 'List the members of a team',
    errors: [502],
    params: TeamParams,
    querystring: TeamMembersQuery,
    collection: TeamMembers,
    description: 'Owners, then members, then guests, each by name. For everybody who may read the channels.',
  },
  async (deps, { principal, params, query }) => {
    const input = { ...params, ...readMembersQuery(query) };
    const { members, next, count } = await listTeamMembers({ ...deps, findPermanent }, principal, input);
    return { items: members, next, count, notices: await noticesOf(deps, principal) };
  },
);
