import { listPolicyTeams } from '../../domain/policies/read-policies.ts';
import { pageBody, readPage, readTextToken } from '../paging.ts';
import { route } from '../route.ts';
import { PolicyParams, PolicyTeams, PolicyTeamsQuery } from './schemas.ts';

export const getPolicyTeamsRoute = route(
  {
    summary: 'List the teams that a policy is attached to',
    params: PolicyParams,
    querystring: PolicyTeamsQuery,
    response: PolicyTeams,
    description:
      'By id; without teams that only its scope includes. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, params, query, baseUrl }) => {
    const { policyId } = params;
    const page = await listPolicyTeams(deps, principal, { policyId, ...readPage(query, readTextToken) });
    const items = page.items.map(({ teamId, attachedAt }) => ({
      teamId,
      attachedDateTime: attachedAt.toISOString(),
    }));
    const [context, path] = [`policies('${policyId}')/teams`, `policies/${policyId}/teams`];
    return { body: pageBody({ baseUrl, query }, context, path, { ...page, items }) };
  },
);
