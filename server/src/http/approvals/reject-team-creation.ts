import { rejectTeamCreation } from '../../flows/approvals/reject-team-creation.ts';
import { route } from '../route.ts';
import { Nullable } from '../schema.ts';
import { ApprovalParams, RejectedApprovalResponsePayload } from './schemas.ts';

export const rejectTeamCreationRoute = route(
  {
    summary: 'Reject a request for a team',
    errors: [502],
    params: ApprovalParams,
    body: Nullable(RejectedApprovalResponsePayload),
    bodyOptional: true,
    description:
      'For any approver of the current stage. Fails the job that waits for the approval. A later decision is rejected with 409 `ApprovalAlreadyResolved`.',
  },
  (deps, { principal, context, params, body }) =>
    rejectTeamCreation(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
      approverId: body?.approver?.id,
    }),
);
