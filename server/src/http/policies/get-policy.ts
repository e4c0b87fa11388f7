import { getPolicy } from '../../domain/policies/read-policies.ts';
import { route } from '../route.ts';
import { policyAnswer } from './policy-answer.ts';
import { Policy, PolicyParams } from './schemas.ts';

export const getPolicyRoute = route(
  {
    summary: 'Get a policy',
    errors: [502],
    responseHeaders: ['etag'],
    params: PolicyParams,
    response: Policy,
  },
  async (deps, { principal, params }) =>
    policyAnswer(deps, principal, await getPolicy(deps, principal, params)),
);
