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
  async (deps, { principal, params, baseUrl }) => ({
    body: {
      '@odata.context': `${baseUrl}/$metadata#approvals/$entity`,
      ...(await getApproval(deps, principal, { approvalId: params.approvalRequestId })),
    },
  }),
);
