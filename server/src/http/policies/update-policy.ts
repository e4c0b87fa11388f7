import { updatePolicy } from '../../domain/policies/update-policy.ts';
import { IfMatch } from '../etag.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { policyAnswer } from './policy-answer.ts';
import { Policy, PolicyParams, PolicyUpdate, readScope } from './schemas.ts';

export const updatePolicyRoute = route(
  {
    summary: 'Change a policy',
    errors: [502],
    responseHeaders: ['etag'],
    params: PolicyParams,
    headers: IfMatch('policy'),
    body: PolicyUpdate,
    response: Policy,
    description:
      'Merges the body into the policy, setting by setting; lists are replaced. With the ETag of getPolicy in `If-Match`, a policy that changed meanwhile is rejected with 412.',
  },
  async (deps, { principal, context, params, body, ifVersion }) => {
    const { scope, description, ...changes } = body;
    const policy = await updatePolicy(deps, principal, context, {
      ...params,
      ifVersion,
      changes: { ...withoutNulls(changes), description, ...(scope && { scope: readScope(scope) }) },
    });
    return policyAnswer(deps, principal, policy);
  },
);
