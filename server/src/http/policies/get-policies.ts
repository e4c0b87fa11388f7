import { describePolicy } from '../../domain/policies/describe.ts';
import { listPolicies } from '../../domain/policies/read-policies.ts';
import { readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Policies, PoliciesQuery } from './schemas.ts';

export const getPoliciesRoute = route(
  {
    summary: 'List policies',
    querystring: PoliciesQuery,
    collection: Policies,
    description: 'Includes disabled policies.',
  },
  async (deps, { principal, query }) => {
    const { items, next } = await listPolicies(deps, principal, { kind: query.kind, ...readPage(query) });
    return { items: items.map(describePolicy), next };
  },
);
