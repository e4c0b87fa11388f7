import { detachPolicy } from '../../domain/policies/attach-policy.ts';
import { route } from '../route.ts';
import { PolicyTeamParams } from './schemas.ts';

export const detachPolicyRoute = route(
  {
    summary: 'Detach a policy from a team',
    params: PolicyTeamParams,
    description: 'Members and settings that the policy restored stay.',
  },
  async (deps, { principal, context, params }) => {
    await detachPolicy(deps, principal, context, params);
    return {};
  },
);
