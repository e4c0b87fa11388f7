import { delegateApproval } from '../../flows/approvals/delegate-approval.ts';
import { route } from '../route.ts';
import { ApprovalParams, DelegateApprovalPayload } from './schemas.ts';

export const delegateApprovalRoute = route(
  {
    summary: 'Delegate an approval to a deputy',
    errors: [502],
    params: ApprovalParams,
    body: DelegateApprovalPayload,
    description: 'For an approver with a pending decision. The deputy replaces them in every pending stage.',
  },
  (deps, { principal, context, params, body }) =>
    delegateApproval(deps, principal, context, {
      approvalId: params.approvalRequestId,
      deputyId: body.deputy.id,
      message: body.message ?? undefined,
    }),
);
