import { cancelApproval } from '../../flows/approvals/cancel-approval.ts';
import { route } from '../route.ts';
import { Nullable, refTo } from '../schema.ts';
import { ApprovalParams, CancelApprovalPayload } from './schemas.ts';

export const cancelApprovalRoute = route(
  {
    summary: 'Withdraw a request for a team that is not decided yet',
    params: ApprovalParams,
    body: Nullable(refTo(CancelApprovalPayload)),
    bodyOptional: true,
    description: 'Its requester may, while nobody has decided. The job fails.',
  },
  async (deps, { principal, context, params, body }) => {
    await cancelApproval(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
    });
    return {};
  },
);
