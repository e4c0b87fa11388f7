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
      'With its attachments to teams. What it put back in teams stays there. `If-Match` with the ETag of getPolicy refuses with 412 when others have changed it meanwhile.',
  },
  async (deps, { principal, context, params, header }) => {
    await deletePolicy(deps, principal, context, {
      policyId: params.policyId,
      ifVersion: versionFromIfMatch(header('if-match')),
    });
    return {};
  },
);
