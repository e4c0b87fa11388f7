import { listPolicyTeams } from '../../domain/policies/read-policies.ts';
import { Paged, readPage, suiteIdOf } from '../paging.ts';
import { route } from '../route.ts';
import { PolicyParams, PolicyTeams } from './schemas.ts';

export const getPolicyTeamsRoute = route(
  {
    summary: 'List the teams that a policy is attached to',
    errors: [502],
    params: PolicyParams,
    querystring: Paged,
    collection: PolicyTeams,
    description: 'By id; without teams that only its scope includes.',
  },
  (deps, { principal, params, query }) =>
    listPolicyTeams(deps, principal, { ...params, ...readPage(query, suiteIdOf) }),
);
