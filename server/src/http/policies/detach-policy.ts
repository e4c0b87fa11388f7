import { detachPolicy } from '../../domain/policies/attach-policy.ts';
import { route } from '../route.ts';
import { PolicyTeamParams } from './schemas.ts';

export const detachPolicyRoute = route(
  {
    summary: 'Detach a policy from a team',
    params: PolicyTeamParams,
    description: 'What the policy restored in the team stays.',
  },
  (deps, { principal, context, params }) => detachPolicy(deps, principal, context, params),
);
