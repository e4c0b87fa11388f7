/** Routes of approvals and decisions, with their schemas under the published model names. */
import Type from 'typebox';
import { CHANNEL_MEMBERSHIP_TYPES } from '../../domain/channels/model.ts';
import {
  approveTeamCreation,
  cancelApproval,
  planApproval,
  rejectTeamCreation,
} from '../../flows/approvals/decide.ts';
import { delegateApproval } from '../../flows/approvals/delegate-approval.ts';
import { APPROVAL_ROLES, APPROVAL_STATUSES } from '../../flows/approvals/model.ts';
import { REMARK_KINDS } from '../../flows/approvals/ports.ts';
import { getApproval, listApprovals } from '../../flows/approvals/read-approvals.ts';
import {
  answerQuestion,
  askRequester,
  commentOnApproval,
  withdrawQuestion,
} from '../../flows/approvals/remarks.ts';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import {
  ChannelPlan,
  channelPlanResponse,
  DryRunQuery,
  ProvisioningPlan,
  planResponse,
} from '../jobs/provisioning-plan.ts';
import { PAGE_OPTIONS, readPage } from '../paging.ts';
import {
  TeamProvisioningRequestTeam,
  TeamProvisioningRequestTeamMembership,
} from '../provisioning/schemas.ts';
import { route } from '../route.ts';
import {
  Closed,
  Collection,
  DateTime,
  Id,
  Model,
  Nullable,
  named,
  Omissible,
  OneOf,
  Resource,
  Uuid,
  withoutNulls,
} from '../schema.ts';
import { ShownAnswer } from '../shown-answer.ts';

const ApprovalParams = Closed({ approvalRequestId: Id('The approval’s id') });

const Message = Omissible(Type.String({ maxLength: 2048, description: 'For the requester' }));

const ApprovedApprovalResponsePayloadApprover = Model('ApprovedApprovalResponsePayloadApprover', {
  id: Type.String({
    minLength: 1,
    maxLength: 256,
    description:
      'Id, user principal name or mail of the person who decides. An app must name a person; a person decides as themselves',
  }),
});

const ApprovedApprovalResponsePayloadUpdates = Model('ApprovedApprovalResponsePayloadUpdates', {
  name: Omissible(Type.String({ minLength: 1, maxLength: REQUEST_LIMITS.name })),
  description: Omissible(Type.String({ maxLength: REQUEST_LIMITS.description })),
  welcomeMessage: Omissible(Type.String({ maxLength: REQUEST_LIMITS.welcomeMessage })),
  // Each list replaces the one of the request. If a list is absent, the one of the request stays.
  membership: Omissible(TeamProvisioningRequestTeamMembership),
});

const ApprovedApprovalResponsePayload = Model('ApprovedApprovalResponsePayload', {
  message: Message,
  approver: Omissible(ApprovedApprovalResponsePayloadApprover),
  updates: Omissible(ApprovedApprovalResponsePayloadUpdates),
  stage: Omissible(
    Type.Integer({
      minimum: 0,
      description:
        'Position of the stage that you approve, from `GET /approvals/{approvalRequestId}`. Rejected with 409 when another stage is current.',
    }),
  ),
});

const RejectedApprovalResponsePayload = Model('RejectedApprovalResponsePayload', {
  message: Message,
  approver: Omissible(ApprovedApprovalResponsePayloadApprover),
});

const DelegateApprovalPayload = Model('DelegateApprovalPayload', {
  deputy: Closed({
    id: Type.String({ minLength: 1, maxLength: 256, description: 'Id, user principal name or mail' }),
  }),
  message: Message,
});

const CancelApprovalPayload = Model('CancelApprovalPayload', { message: Message });

const Remark = Type.String({ minLength: 1, maxLength: 2048, pattern: '\\S' });

const ApprovalQuestionPayload = Model('ApprovalQuestionPayload', {
  message: Remark,
  approver: Omissible(ApprovedApprovalResponsePayloadApprover),
});

const ApprovalRemarkPayload = Model('ApprovalRemarkPayload', { message: Remark });

const ApprovalTeamMember = Model('ApprovalTeamMember', {
  id: Type.String(),
  displayName: Type.String(),
});

const RequestedChannel = Model('RequestedChannel', {
  team: ApprovalTeamMember,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES),
  membership: Omissible(TeamProvisioningRequestTeamMembership),
});

const Approval = Resource('Approval', {
  id: Uuid,
  status: OneOf(APPROVAL_STATUSES),
  job: Closed({ id: Uuid }),
  template: Closed({ id: Type.String(), name: Type.String() }),
  requester: Closed({ id: Type.String(), displayName: Type.String(), mail: Type.Optional(Type.String()) }),
  request: Closed({
    team: TeamProvisioningRequestTeam,
    channel: Type.Optional(RequestedChannel),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    answers: Type.Optional(Type.Array(ShownAnswer)),
  }),
  stages: Type.Array(
    Closed({
      require: OneOf(['any', 'all'], { description: 'Whether one approver suffices or each must approve' }),
      approvers: Type.Array(ApprovalTeamMember),
      approvedBy: Type.Array(Type.String(), {
        description:
          'Ids of those whose approval counts: also of the approvers for whom an administrator approved',
      }),
      delegations: Type.Array(Closed({ from: ApprovalTeamMember, to: ApprovalTeamMember }), {
        description: 'Approvers and their deputies',
      }),
    }),
  ),
  stage: Type.Integer({ minimum: 0, description: 'Position of the current or deciding stage' }),
  question: Type.Optional(
    Closed(
      { asker: ApprovalTeamMember, message: Type.String(), askedDateTime: DateTime },
      { description: 'The open question: the pending request waits for the answer of its requester' },
    ),
  ),
  approver: Type.Optional(Closed({ id: Type.String(), displayName: Type.String() })),
  message: Type.Optional(Type.String()),
  decisions: Type.Optional(
    Type.Array(
      Closed({
        stage: Type.Integer({ minimum: 0 }),
        outcome: OneOf(['approved', 'rejected', 'delegated', 'cancelled']),
        decider: ApprovalTeamMember,
        message: Type.Optional(Type.String()),
        decidedDateTime: DateTime,
      }),
      { description: 'In getApproval: who decided what in which stage, oldest first' },
    ),
  ),
  comments: Type.Optional(
    Type.Array(
      Closed({
        kind: OneOf(REMARK_KINDS, { description: '`withdrawn`: a question was withdrawn' }),
        stage: Type.Integer({ minimum: 0 }),
        author: ApprovalTeamMember,
        message: Type.Optional(Type.String()),
        createdDateTime: DateTime,
      }),
      { description: 'In getApproval: questions, answers and comments, oldest first' },
    ),
  ),
  createdDateTime: DateTime,
  expiresDateTime: Type.String({
    format: 'date-time',
    description:
      'Until then the approvers must decide or, while a question is open, the requester must answer',
  }),
  decidedDateTime: Type.Optional(DateTime),
});

const Approvals = Collection('Approvals', Approval);

/** The response to a dry run of an approval. */
const ApprovalPlan = named('ApprovalPlan', Type.Union([ProvisioningPlan, ChannelPlan]));

const ApprovalsQuery = Closed({
  status: Type.Optional(OneOf(APPROVAL_STATUSES)),
  role: Type.Optional(
    OneOf(APPROVAL_ROLES, { description: 'Role of the caller in the request; any by default' }),
  ),
  waitingFor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Id of a person: only pending requests that wait for this person’s decision or answer',
    }),
  ),
  ...PAGE_OPTIONS,
});

export const getApprovalsRoute = route(
  {
    summary: 'List requests for teams and channels that need or needed an approval',
    querystring: ApprovalsQuery,
    collection: Approvals,
    description:
      'Newest first. Lists the requests that the caller made or decides; for administrators all of the tenant, unless `role` is given. A page with requests of others is recorded in the trail `security` as `approvals_listed`, once an hour for each caller.',
  },
  (deps, { principal, context, query }) =>
    listApprovals(deps, principal, context, {
      role: query.role,
      status: query.status,
      waitingFor: query.waitingFor,
      ...readPage(query),
    }),
);

export const getApprovalRoute = route(
  {
    summary: 'Get an approval',
    params: ApprovalParams,
    response: Approval,
    description:
      'For its requester, its approvers and administrators. A read by others than requester and approvers is recorded in the trail `security` as `approval_read`, once an hour for each caller.',
  },
  (deps, { principal, context, params }) =>
    getApproval(deps, principal, context, { approvalId: params.approvalRequestId }),
);

export const approveTeamCreationRoute = route(
  {
    summary: 'Approve a request',
    errors: [502],
    params: ApprovalParams,
    querystring: DryRunQuery,
    body: Nullable(ApprovedApprovalResponsePayload),
    bodyOptional: true,
    otherResponses: { 200: ApprovalPlan },
    description:
      'After the last approval stage, resumes the job, which builds the team or channel. `updates` change the request, and every policy is checked again. A later decision is rejected with 409 `ApprovalAlreadyResolved`. An approver of an earlier stage names the current one in `stage`; without it the call counts as a repetition and is rejected with 409 `Conflict`. The answer is empty. Only a dry run has a body: a `ProvisioningPlan` or, for a channel, a `ChannelProvisioningPlan`, with the updates and the verdict of each policy. A change that meets the condition of an approval stage which the request did not need is rejected.',
  },
  async (deps, { principal, context, params, query, body, baseUrl }) => {
    const { membership, ...texts } = withoutNulls(body?.updates ?? {});
    const input = {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
      approverId: body?.approver?.id,
      stage: body?.stage ?? undefined,
      updates: { ...texts, ...(membership && { membership: withoutNulls(membership) }) },
    };
    if (query.dryRun) {
      const plan = await planApproval(deps, principal, context, input);
      return 'team' in plan ? planResponse(plan.team, baseUrl) : channelPlanResponse(plan.channel, baseUrl);
    }
    return approveTeamCreation(deps, principal, context, input);
  },
);

export const rejectTeamCreationRoute = route(
  {
    summary: 'Reject a request',
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

export const cancelApprovalRoute = route(
  {
    summary: 'Withdraw a pending request',
    params: ApprovalParams,
    body: Nullable(CancelApprovalPayload),
    bodyOptional: true,
    description: 'For the requester, while the request is pending. The job fails.',
  },
  (deps, { principal, context, params, body }) =>
    cancelApproval(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
    }),
);

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

export const askRequesterRoute = route(
  {
    summary: 'Ask the requester for more information',
    errors: [502],
    params: ApprovalParams,
    body: ApprovalQuestionPayload,
    description:
      'For those who may decide now. The request stays pending, but only the asker and administrators can approve it until the question is answered or withdrawn; 409 `Conflict` otherwise. The time for the decision stops, and the requester is notified.',
  },
  (deps, { principal, context, params, body }) =>
    askRequester(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body.message,
      approverId: body.approver?.id,
    }),
);

export const answerQuestionRoute = route(
  {
    summary: 'Answer a question about a request for a team',
    params: ApprovalParams,
    body: ApprovalRemarkPayload,
    description:
      'For the requester, while a question is open. The approvers are notified, and the time for their decision resumes.',
  },
  (deps, { principal, context, params, body }) =>
    answerQuestion(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body.message,
    }),
);

export const withdrawQuestionRoute = route(
  {
    summary: 'Withdraw a question to the requester',
    errors: [502],
    params: ApprovalParams,
    body: Nullable(RejectedApprovalResponsePayload),
    bodyOptional: true,
    description: 'For the asker and administrators. The time for the decision resumes.',
  },
  (deps, { principal, context, params, body }) =>
    withdrawQuestion(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body?.message ?? undefined,
      approverId: body?.approver?.id,
    }),
);

export const commentOnApprovalRoute = route(
  {
    summary: 'Comment on a pending request for a team',
    params: ApprovalParams,
    body: ApprovalRemarkPayload,
    description:
      'For everybody who can read it. The requester and the approvers of the current stage are notified.',
  },
  (deps, { principal, context, params, body }) =>
    commentOnApproval(deps, principal, context, {
      approvalId: params.approvalRequestId,
      message: body.message,
    }),
);
