import { getApproval } from '../../flows/approvals/get-approval.ts';
import { route } from '../route.ts';
import { Approval, ApprovalParams } from './schemas.ts';

export const getApprovalRoute = route(
  {
    summary: 'Get an approval',
    params: ApprovalParams,
    response: Approval,
    description: 'For its requester and its approvers.',
  },
  (deps, { principal, params }) => getApproval(deps, principal, { approvalId: params.approvalRequestId }),
);
