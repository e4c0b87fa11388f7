/** Schemas of approvals and decisions, under their published model names. */
import Type from 'typebox';
import { APPROVAL_ROLES, APPROVAL_STATUSES } from '../../flows/approvals/model.ts';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { TeamProvisioningRequestTeam } from '../provisioning/schemas.ts';
import { Closed, Collection, DateTime, Id, Model, Omissible, OneOf, Resource, Uuid } from '../schema.ts';

export const ApprovalParams = Closed({ approvalRequestId: Id('The approval’s id') });

const Message = Omissible(Type.String({ maxLength: 2048, description: 'For the requester' }));

const ApprovedApprovalResponsePayloadApprover = Model('ApprovedApprovalResponsePayloadApprover', {
  id: Type.String({
    minLength: 1,
    maxLength: 256,
    description:
      'Id, user principal name or mail of the person who decides. An app names a person; for others it is the caller',
  }),
});

const ApprovedApprovalResponsePayloadUpdates = Model('ApprovedApprovalResponsePayloadUpdates', {
  name: Omissible(Type.String({ minLength: 1, maxLength: REQUEST_LIMITS.name })),
  description: Omissible(Type.String({ maxLength: REQUEST_LIMITS.description })),
  welcomeMessage: Omissible(Type.String({ maxLength: REQUEST_LIMITS.welcomeMessage })),
});

export const ApprovedApprovalResponsePayload = Model('ApprovedApprovalResponsePayload', {
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

export const RejectedApprovalResponsePayload = Model('RejectedApprovalResponsePayload', {
  message: Message,
  approver: Omissible(ApprovedApprovalResponsePayloadApprover),
});

export const DelegateApprovalPayload = Model('DelegateApprovalPayload', {
  deputy: Closed({
    id: Type.String({ minLength: 1, maxLength: 256, description: 'Id, user principal name or mail' }),
  }),
  message: Message,
});

export const CancelApprovalPayload = Model('CancelApprovalPayload', { message: Message });

const ApprovalTeamMember = Model('ApprovalTeamMember', {
  id: Type.String(),
  displayName: Type.String(),
});

export const Approval = Resource('Approval', {
  id: Uuid,
  status: OneOf(APPROVAL_STATUSES),
  job: Closed({ id: Uuid }),
  template: Closed({ id: Type.String(), name: Type.String() }),
  requester: Closed({ id: Type.String(), displayName: Type.String(), mail: Type.Optional(Type.String()) }),
  request: Closed({ team: TeamProvisioningRequestTeam }),
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
  createdDateTime: DateTime,
  expiresDateTime: DateTime,
  decidedDateTime: Type.Optional(DateTime),
});

export const Approvals = Collection('Approvals', Approval);

export const ApprovalsQuery = Closed({
  status: Type.Optional(OneOf(APPROVAL_STATUSES)),
  role: Type.Optional(
    OneOf(APPROVAL_ROLES, { description: 'Role of the caller in the request; any by default' }),
  ),
  waitingFor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Id of a person: only pending requests that wait for this person’s decision',
    }),
  ),
  ...PAGE_OPTIONS,
});
