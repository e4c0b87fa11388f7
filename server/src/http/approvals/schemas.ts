/** Approvals and what decides them, under the model names of interface.md. */
import Type from 'typebox';
import { APPROVAL_ROLES, APPROVAL_STATUSES } from '../../flows/approvals/model.ts';
import { REQUEST_LIMITS } from '../../flows/provisioning/request.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { TeamProvisioningRequestTeam } from '../provisioning/schemas.ts';
import { Closed, Collection, DateTime, Id, named, Omissible, OneOf, refTo } from '../schema.ts';

export const ApprovalParams = Closed({ approvalRequestId: Id('The approval’s id') });

const Message = Omissible(Type.String({ maxLength: 2048, description: 'For the requester' }));

export const ApprovedApprovalResponsePayloadApprover = named(
  'ApprovedApprovalResponsePayloadApprover',
  Closed({
    id: Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        'Id, user principal name or mail of who decides: the caller, unless an app speaks for somebody',
    }),
  }),
);

export const ApprovedApprovalResponsePayloadUpdates = named(
  'ApprovedApprovalResponsePayloadUpdates',
  Closed({
    name: Omissible(Type.String({ minLength: 1, maxLength: REQUEST_LIMITS.name })),
    description: Omissible(Type.String({ maxLength: REQUEST_LIMITS.description })),
    welcomeMessage: Omissible(Type.String({ maxLength: REQUEST_LIMITS.welcomeMessage })),
  }),
);

export const ApprovedApprovalResponsePayload = named(
  'ApprovedApprovalResponsePayload',
  Closed({
    message: Message,
    approver: Omissible(refTo(ApprovedApprovalResponsePayloadApprover)),
    updates: Omissible(refTo(ApprovedApprovalResponsePayloadUpdates)),
    stage: Omissible(
      Type.Integer({
        minimum: 0,
        description:
          'Position of the stage that you approve, as `GET /approvals/{approvalRequestId}` shows it. Refused with 409 when another stage decides by then.',
      }),
    ),
  }),
);

export const RejectedApprovalResponsePayload = named(
  'RejectedApprovalResponsePayload',
  Closed({
    message: Message,
    approver: Omissible(refTo(ApprovedApprovalResponsePayloadApprover)),
  }),
);

export const DelegateApprovalPayload = named(
  'DelegateApprovalPayload',
  Closed({
    deputy: Closed({
      id: Type.String({ minLength: 1, maxLength: 256, description: 'Id, user principal name or mail' }),
    }),
    message: Message,
  }),
);

export const CancelApprovalPayload = named('CancelApprovalPayload', Closed({ message: Message }));

/** Somebody an approval asks. */
export const ApprovalTeamMember = named(
  'ApprovalTeamMember',
  Closed({ id: Type.String(), displayName: Type.String() }),
);

export const Approval = named(
  'Approval',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String({ format: 'uuid' }),
    status: OneOf(APPROVAL_STATUSES),
    job: Closed({ id: Type.String({ format: 'uuid' }) }),
    template: Closed({ id: Type.String(), name: Type.String() }),
    requester: Closed({ id: Type.String(), displayName: Type.String(), mail: Type.Optional(Type.String()) }),
    request: Closed({ team: refTo(TeamProvisioningRequestTeam) }),
    stages: Type.Array(
      Closed({
        require: OneOf(['any', 'all'], { description: 'Whether one approver suffices or each must approve' }),
        approvers: Type.Array(refTo(ApprovalTeamMember)),
        approvedBy: Type.Array(Type.String(), { description: 'Ids of those who have approved' }),
        delegations: Type.Array(Closed({ from: refTo(ApprovalTeamMember), to: refTo(ApprovalTeamMember) }), {
          description: 'Who gave their place to whom',
        }),
      }),
    ),
    stage: Type.Integer({ minimum: 0, description: 'Position of the stage that decides, or decided' }),
    approver: Type.Optional(Closed({ id: Type.String(), displayName: Type.String() })),
    message: Type.Optional(Type.String()),
    createdDateTime: DateTime,
    expiresDateTime: DateTime,
    decidedDateTime: Type.Optional(DateTime),
  }),
);

export const Approvals = Collection('Approvals', Approval);

/** Query values are text; the route reads them. */
export const ApprovalsQuery = Closed({
  status: Type.Optional(OneOf(APPROVAL_STATUSES)),
  role: Type.Optional(
    OneOf(APPROVAL_ROLES, { description: 'What the caller has to do with them; unless said, anything' }),
  ),
  ...PAGE_OPTIONS,
});
