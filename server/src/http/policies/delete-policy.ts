import { deletePolicy } from '../../domain/policies/delete-policy.ts';
import { route } from '../route.ts';
import { PolicyParams } from './schemas.ts';

export const deletePolicyRoute = route(
  'deletePolicy',
  {
    params: PolicyParams,
    description: 'With its attachments to teams. What it put back in teams stays there.',
  },
  async (deps, { principal, context, params }) => {
    await deletePolicy(deps, principal, context, params);
    return {};
  },
);
