import { describePolicy } from '../../domain/policies/describe.ts';
import { listPolicies } from '../../domain/policies/read-policies.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Policies, PoliciesQuery } from './schemas.ts';

export const getPoliciesRoute = route(
  {
    summary: 'List policies',
    querystring: PoliciesQuery,
    response: Policies,
    description: 'Includes disabled policies. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const page = await listPolicies(deps, principal, { kind: query.kind, ...readPage(query) });
    return {
      body: pageBody({ baseUrl, query }, 'policies', 'policies', {
        ...page,
        items: page.items.map(describePolicy),
      }),
    };
  },
);
