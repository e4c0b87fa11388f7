import { attachPolicy } from '../../domain/policies/attach-policy.ts';
import { route } from '../route.ts';
import { PolicyTeamParams } from './schemas.ts';

export const attachPolicyRoute = route(
  {
    summary: 'Attach a policy to a team',
    errors: [502],
    params: PolicyTeamParams,
    description:
      'Any team of the suite, also one that the service did not create. Repeating the call changes nothing.',
  },
  (deps, { principal, context, params }) => attachPolicy(deps, principal, context, params),
);
