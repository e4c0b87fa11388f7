import { deletePolicy } from '../../domain/policies/delete-policy.ts';
import { versionFromIfMatch } from '../etag.ts';
import { route } from '../route.ts';
import { IfMatch, PolicyParams } from './schemas.ts';

export const deletePolicyRoute = route(
  {
    summary: 'Delete a policy',
    params: PolicyParams,
    headers: IfMatch,
    description:
      'Deletes its attachments too; what it restored in teams stays. With the ETag of getPolicy in `If-Match`, a policy that changed meanwhile is rejected with 412.',
  },
  (deps, { principal, context, params, header }) =>
    deletePolicy(deps, principal, context, {
      policyId: params.policyId,
      ifVersion: versionFromIfMatch(header('if-match')),
    }),
);
