import { approveTeamCreation } from '../../flows/approvals/approve-team-creation.ts';
import { route } from '../route.ts';
import { Nullable, withoutNulls } from '../schema.ts';
import { ApprovalParams, ApprovedApprovalResponsePayload } from './schemas.ts';

export const approveTeamCreationRoute = route(
  {
    summary: 'Approve a request for a team',
    errors: [502],
    params: ApprovalParams,
    body: Nullable(ApprovedApprovalResponsePayload),
    bodyOptional: true,
    description:
      'Resumes the job that builds the team, after the last stage of approvers. `updates` change the request, and every policy is checked again. A later decision is rejected with 409 `ApprovalAlreadyResolved`. An approver of an earlier stage names the current one in `stage`; without it the call counts as a repetition and is rejected with 409 `Conflict`.',
  },
  (deps, { principal, context, params, body }) =>
    approveTeamCreation(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
      approverId: body?.approver?.id,
      stage: body?.stage ?? undefined,
      updates: withoutNulls(body?.updates ?? {}),
    }),
);
