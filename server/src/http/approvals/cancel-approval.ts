import { cancelApproval } from '../../flows/approvals/cancel-approval.ts';
import { route } from '../route.ts';
import { Nullable } from '../schema.ts';
import { ApprovalParams, CancelApprovalPayload } from './schemas.ts';

export const cancelApprovalRoute = route(
  {
    summary: 'Withdraw a pending request for a team',
    params: ApprovalParams,
    body: Nullable(CancelApprovalPayload),
    bodyOptional: true,
    description: 'For the requester, while the request is pending. The job fails.',
  },
  (deps, { principal, context, params, body }) =>
    cancelApproval(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
    }),
);
