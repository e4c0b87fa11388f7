import { rejectTeamCreation } from '../../flows/approvals/reject-team-creation.ts';
import { route } from '../route.ts';
import { Nullable, refTo } from '../schema.ts';
import { ApprovalParams, RejectedApprovalResponsePayload } from './schemas.ts';

export const rejectTeamCreationRoute = route(
  {
    summary: 'Reject a request for a team',
    params: ApprovalParams,
    body: Nullable(refTo(RejectedApprovalResponsePayload)),
    bodyOptional: true,
    description:
      'Fails the job that waits for the approval. Any one approver of the present stage may. A request is decided once: later decisions are answered 409 `ApprovalAlreadyResolved`.',
  },
  async (deps, { principal, context, params, body }) => {
    await rejectTeamCreation(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
      approverId: body?.approver?.id,
    });
    return {};
  },
);
