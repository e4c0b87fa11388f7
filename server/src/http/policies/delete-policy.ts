import { deletePolicy } from '../../domain/policies/delete-policy.ts';
import { IfMatch } from '../etag.ts';
import { route } from '../route.ts';
import { PolicyParams } from './schemas.ts';

export const deletePolicyRoute = route(
  {
    summary: 'Delete a policy',
    params: PolicyParams,
    headers: IfMatch('policy'),
    description:
      'Deletes its attachments too; what it restored in teams stays. With the ETag of getPolicy in `If-Match`, a policy that changed meanwhile is rejected with 412.',
  },
  (deps, { principal, context, params, ifVersion }) =>
    deletePolicy(deps, principal, context, { ...params, ifVersion }),
);
