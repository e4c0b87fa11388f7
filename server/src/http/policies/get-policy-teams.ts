import { listPolicyTeams } from '../../domain/policies/read-policies.ts';
import { Paged, readPage, readTextToken } from '../paging.ts';
import { route } from '../route.ts';
import { PolicyParams, PolicyTeams } from './schemas.ts';

export const getPolicyTeamsRoute = route(
  {
    summary: 'List the teams that a policy is attached to',
    errors: [502],
    params: PolicyParams,
    querystring: Paged,
    collection: PolicyTeams,
    context: "policies(':policyId')/teams",
    description: 'By id; without teams that only its scope includes.',
  },
  async (deps, { principal, params, query }) => {
    const { items, next } = await listPolicyTeams(deps, principal, {
      ...params,
      ...readPage(query, readTextToken),
    });
    const teams = items.map(({ attachedAt, ...team }) => ({
      ...team,
      attachedDateTime: attachedAt.toISOString(),
    }));
    return { items: teams, next };
  },
);
