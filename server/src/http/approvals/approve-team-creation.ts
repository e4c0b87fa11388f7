import { approveTeamCreation } from '../../flows/approvals/approve-team-creation.ts';
import { planApproval } from '../../flows/approvals/plan-approval.ts';
import { answerPlan, DryRunQuery, ProvisioningPlan } from '../jobs/provisioning-plan.ts';
import { route } from '../route.ts';
import { Nullable, withoutNulls } from '../schema.ts';
import { ApprovalParams, ApprovedApprovalResponsePayload } from './schemas.ts';

export const approveTeamCreationRoute = route(
  {
    summary: 'Approve a request for a team',
    errors: [502],
    params: ApprovalParams,
    querystring: DryRunQuery,
    body: Nullable(ApprovedApprovalResponsePayload),
    bodyOptional: true,
    otherResponses: { 200: ProvisioningPlan },
    description:
      'Resumes the job that builds the team, after the last stage of approvers. `updates` change the request, and every policy is checked again. A later decision is rejected with 409 `ApprovalAlreadyResolved`. An approver of an earlier stage names the current one in `stage`; without it the call counts as a repetition and is rejected with 409 `Conflict`. The answer is empty. Only a dry run has a body: a `ProvisioningPlan` with the updates and the verdict of each policy.',
  },
  async (deps, { principal, context, params, query, body, baseUrl }) => {
    const input = {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
      approverId: body?.approver?.id,
      stage: body?.stage ?? undefined,
      updates: withoutNulls(body?.updates ?? {}),
    };
    if (query.dryRun) return answerPlan(await planApproval(deps, principal, input), baseUrl);
    return approveTeamCreation(deps, principal, context, input);
  },
);
