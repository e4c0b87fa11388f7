import { listPolicyTeams } from '../../domain/policies/read-policies.ts';
import { readPage, readTextToken } from '../paging.ts';
import { route } from '../route.ts';
import { PolicyParams, PolicyTeams, PolicyTeamsQuery } from './schemas.ts';

export const getPolicyTeamsRoute = route(
  {
    summary: 'List the teams that a policy is attached to',
    params: PolicyParams,
    querystring: PolicyTeamsQuery,
    collection: PolicyTeams,
    context: "policies(':policyId')/teams",
    description: 'By id; without teams that only its scope includes.',
  },
  async (deps, { principal, params, query }) => {
    const { items, next } = await listPolicyTeams(deps, principal, {
      ...params,
      ...readPage(query, readTextToken),
    });
    const teams = items.map(({ teamId, attachedAt }) => ({
      teamId,
      attachedDateTime: attachedAt.toISOString(),
    }));
    return { items: teams, next };
  },
);
