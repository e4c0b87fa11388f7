import { attachPolicy } from '../../domain/policies/attach-policy.ts';
import { route } from '../route.ts';
import { PolicyTeamParams } from './schemas.ts';

export const attachPolicyRoute = route(
  {
    summary: 'Attach a policy to a team',
    params: PolicyTeamParams,
    description:
      'The team may have been made by anybody, in the suite itself too. Attaching again changes nothing.',
  },
  async (deps, { principal, context, params }) => {
    await attachPolicy(deps, principal, context, params);
    return {};
  },
);
