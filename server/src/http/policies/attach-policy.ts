import { attachPolicy } from '../../domain/policies/attach-policy.ts';
import { route } from '../route.ts';
import { PolicyTeamParams } from './schemas.ts';

export const attachPolicyRoute = route(
  {
    summary: 'Attach a policy to a team',
    params: PolicyTeamParams,
    description:
      'Works for every team of the suite, also those that Charter did not create. Attaching again changes nothing.',
  },
  async (deps, { principal, context, params }) => {
    await attachPolicy(deps, principal, context, params);
    return {};
  },
);
