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
      'Deletes the attachments too. Members and settings that the policy restored stay. With `If-Match` and the ETag of getPolicy, a policy that has changed since is answered with 412.',
  },
  async (deps, { principal, context, params, header }) => {
    await deletePolicy(deps, principal, context, {
      policyId: params.policyId,
      ifVersion: versionFromIfMatch(header('if-match')),
    });
    return {};
  },
);
