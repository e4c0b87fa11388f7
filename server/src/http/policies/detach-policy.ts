import { detachPolicy } from '../../domain/policies/attach-policy.ts';
import { route } from '../route.ts';
import { PolicyTeamParams } from './schemas.ts';

export const detachPolicyRoute = route(
  'detachPolicy',
  { params: PolicyTeamParams, description: 'What the policy put back in the team stays there.' },
  async (deps, { principal, context, params }) => {
    await detachPolicy(deps, principal, context, params);
    return {};
  },
);
