import { getPolicy } from '../../domain/policies/read-policies.ts';
import { route } from '../route.ts';
import { policyAnswer } from './policy-answer.ts';
import { Policy, PolicyParams } from './schemas.ts';

export const getPolicyRoute = route(
  {
    summary: 'Get a policy',
    responseHeaders: ['etag'],
    params: PolicyParams,
    response: Policy,
    context: 'policies/$entity',
  },
  async (deps, { principal, params }) => policyAnswer(await getPolicy(deps, principal, params)),
);
