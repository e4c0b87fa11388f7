import { delegateApproval } from '../../flows/approvals/delegate-approval.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { ApprovalParams, DelegateApprovalPayload } from './schemas.ts';

export const delegateApprovalRoute = route(
  {
    summary: 'Let a deputy decide in your place',
    params: ApprovalParams,
    body: refTo(DelegateApprovalPayload),
    description:
      'For an approver who is still to decide: the deputy takes their place in every stage that is still to decide.',
  },
  async (deps, { principal, context, params, body }) => {
    await delegateApproval(deps, principal, context, {
      approvalId: params.approvalRequestId,
      deputyId: body.deputy.id,
      message: body.message ?? undefined,
    });
    return {};
  },
);
