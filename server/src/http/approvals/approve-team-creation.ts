import { approveTeamCreation } from '../../flows/approvals/approve-team-creation.ts';
import { route } from '../route.ts';
import { Nullable, refTo, withoutNulls } from '../schema.ts';
import { ApprovalParams, ApprovedApprovalResponsePayload } from './schemas.ts';

export const approveTeamCreationRoute = route(
  {
    summary: 'Approve a request for a team',
    params: ApprovalParams,
    body: Nullable(refTo(ApprovedApprovalResponsePayload)),
    bodyOptional: true,
    description:
      'Lets the job go on that builds the team, after the last stage of approvers. `updates` change the request; every policy is looked at again. A request is decided once: later decisions are answered 409 `ApprovalAlreadyResolved`. Somebody who approved an earlier stage names the present one in `stage`; otherwise the call is a repetition and answered 409 `Conflict`.',
  },
  async (deps, { principal, context, params, body }) => {
    await approveTeamCreation(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
      approverId: body?.approver?.id,
      stage: body?.stage ?? undefined,
      updates: withoutNulls(body?.updates ?? {}),
    });
    return {};
  },
);
