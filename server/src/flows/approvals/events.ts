/** Events and audit records of approvals (docs/specification.md, sections 11 and 12). */
import Type, { type TProperties } from 'typebox';
import { Named } from '../../domain/teams/events.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import type { AuditTarget } from '../../engine/audit/model.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { type DomainEvent, Maybe, type NewEvent } from '../../engine/events/model.ts';
import type { Actor } from '../../engine/principal.ts';
import { Open } from '../../kernel/schema.ts';
import { type ApprovalRecord, approversOf, updatedTeam } from './model.ts';
import type { RemarkKind } from './ports.ts';

const targetOf = (approval: ApprovalRecord) => ({
  type: 'approval',
  id: approval.id,
  displayName: updatedTeam(approval).name,
});

export const approvalsTrail: Trail = { code: 'approvals', category: 'Governance' };

const Text = Type.String();
const References = Type.Array(Open({ id: Text, name: Maybe(Text) }));
const RequestedPeople = Type.Array(Open({ id: Text }), {
  description: 'As the request names them: id, user principal name or mail',
});

const payloadWith = <P extends TProperties>(approval: P) => ({
  requester: Open({ id: Text, displayName: Text, mail: Maybe(Text) }),
  approval: Open(approval),
  template: Open({
    id: Text,
    name: Text,
    approvers: Type.Array(Named, { description: 'Everybody who is asked, in any stage' }),
    permanentMembership: Open({ owners: References, members: References }),
  }),
  request: Open({
    team: Open({ name: Text, description: Maybe(Text), welcomeMessage: Maybe(Text) }),
    membership: Open({ owners: RequestedPeople, members: RequestedPeople }),
    metadata: Maybe(Open({}, { description: 'The answers to the questions of the template' })),
  }),
});
const pending = payloadWith({ id: Text });
const decided = payloadWith({
  id: Text,
  approver: Open({ id: Text, message: Maybe(Text) }, { description: 'Who decided, or withdrew it' }),
});
const approved = payloadWith({
  id: Text,
  byRule: Type.Optional(
    Type.Boolean({ description: 'true when no approval stage applied, so that nobody was asked' }),
  ),
  approver: Open({ id: Text, message: Maybe(Text) }, { description: 'Who decided; Charter when a rule did' }),
});

const said = payloadWith({
  id: Text,
  stage: Type.Integer({ minimum: 0, description: 'Position of the current stage' }),
  author: Open({ id: Text, displayName: Text, message: Maybe(Text) }),
});

type Payload = PayloadOf<typeof pending>;
type DecidedPayload = PayloadOf<typeof decided>;
type SaidPayload = PayloadOf<typeof said>;

const ofApproval = {
  approvalId: ({ approval }: Payload) => approval.id,
  templateId: ({ template }: Payload) => template.id,
  templateName: ({ template }: Payload) => template.name,
  teamName: ({ request }: Payload) => request.team.name,
  requesterId: ({ requester }: Payload) => requester.id,
  requesterName: ({ requester }: Payload) => requester.displayName,
};
const ofDecision = {
  ...ofApproval,
  approverId: ({ approval }: DecidedPayload) => approval.approver.id,
  message: ({ approval }: DecidedPayload) => approval.approver.message,
};

const ofRemark = {
  ...ofApproval,
  authorId: ({ approval }: SaidPayload) => approval.author.id,
  message: ({ approval }: SaidPayload) => approval.author.message,
};

/** Properties that all events of approvals share. */
const common = {
  category: 'Approvals',
  trail: approvalsTrail,
  unpublished: ['jobId'],
  people: { requesterName: 'requesterId', message: 'approverId' },
} as const;

/** Declares the event of a remark on a pending request. */
const defineRemark = <const Code extends string>(code: Code, description: string) =>
  defineEvent({
    ...common,
    code,
    description,
    payload: said,
    record: ofRemark,
    people: { requesterName: 'requesterId', message: 'authorId' },
  });

export const informationRequested = defineRemark(
  'team_creation_information_requested',
  'An approver asked the requester of a team for more information.',
);
export const informationProvided = defineRemark(
  'team_creation_information_provided',
  'The requester of a team answered an approver.',
);
export const informationWithdrawn = defineRemark(
  'team_creation_information_withdrawn',
  'A question to the requester of a team was withdrawn.',
);
export const approvalCommented = defineRemark(
  'team_creation_approval_commented',
  'Somebody commented on a request for a team.',
);

const REMARKS = {
  asked: informationRequested,
  answered: informationProvided,
  withdrawn: informationWithdrawn,
  commented: approvalCommented,
} as const satisfies Record<RemarkKind, unknown>;

export const approvalRequested = defineEvent({
  ...common,
  code: 'team_creation_approval_requested',
  description: 'Somebody asked for a team that needs an approval.',
  payload: pending,
  record: ofApproval,
});

export const creationApproved = defineEvent({
  ...common,
  code: 'team_creation_approved',
  description: 'A request for a team was approved, by its approvers or by a rule of its template.',
  payload: {
    ...approved,
    provisioning: Open({ id: Type.String({ description: 'The id of the job that builds the team' }) }),
  },
  record: {
    ...ofDecision,
    byRule: ({ approval }: PayloadOf<typeof approved>) => approval.byRule,
  },
});

export const creationRejected = defineEvent({
  ...common,
  code: 'team_creation_rejected',
  description: 'A request for a team was rejected.',
  payload: decided,
  record: ofDecision,
});

export const approvalExpired = defineEvent({
  ...common,
  code: 'team_creation_approval_expired',
  description: 'Nobody decided on a request for a team in time.',
  payload: pending,
  record: ofApproval,
});

export const approvalCancelled = defineEvent({
  ...common,
  code: 'team_creation_approval_cancelled',
  description: 'The requester withdrew a request for a team.',
  payload: decided,
  record: ofDecision,
});

/** Declares audit records of a pending approval for changes without an event. */
const ofPending = defineRecords<ApprovalRecord>(approvalsTrail, {
  target: targetOf,
  fields: {
    approvalId: ({ id }) => id,
    jobId: ({ jobId }) => jobId,
    templateId: ({ template }) => template.id,
    templateName: ({ template }) => template.name,
    teamName: (approval) => updatedTeam(approval).name,
    requesterId: ({ requester }) => requester.id,
    requesterName: ({ requester }) => requester.displayName,
    stage: ({ stage }) => stage + 1,
  },
  people: { requesterName: 'requesterId', delegateName: 'delegateId', message: OF_ACTOR },
});
export const stageApproved = ofPending('team_creation_stage_approved', ['approverId', 'message']);
export const approvalDelegated = ofPending('team_creation_approval_delegated', [
  'delegateId',
  'delegateName',
  'message',
]);

export type ApprovalCause = Pick<DomainEvent, 'actor' | 'requestId'>;

interface Decision {
  decider: Actor;
  message: string | undefined;
}

function payloadOf(approval: ApprovalRecord) {
  const { id, requester, template } = approval;
  const { membership, name, description, welcomeMessage } = updatedTeam(approval);
  return {
    requester: { id: requester.id, displayName: requester.displayName, mail: requester.mail },
    approval: { id },
    template: { ...template, approvers: approversOf(approval) },
    request: {
      team: { name, description: description ?? null, welcomeMessage: welcomeMessage ?? null },
      membership: { owners: membership?.owners ?? [], members: membership?.members ?? [] },
      metadata: approval.metadata,
    },
  };
}

const decidedPayloadOf = (approval: ApprovalRecord, { decider, message }: Decision) => ({
  ...payloadOf(approval),
  approval: { id: approval.id, approver: { id: decider.id, message: message ?? null } },
});

function eventOf<P>(
  definition: { happened(fact: { target: AuditTarget; payload: P; unpublished: object }): NewEvent },
  approval: ApprovalRecord,
  by: ApprovalCause,
  payload: P,
): DomainEvent {
  const unpublished = { jobId: approval.jobId };
  return { ...definition.happened({ target: targetOf(approval), payload, unpublished }), ...by };
}

export const pendingEvent = (
  definition: typeof approvalRequested | typeof approvalExpired,
  approval: ApprovalRecord,
  by: ApprovalCause,
): DomainEvent => eventOf(definition, approval, by, payloadOf(approval));

export const decidedEvent = (
  definition: typeof creationRejected | typeof approvalCancelled,
  approval: ApprovalRecord,
  by: ApprovalCause,
  decision: Decision,
): DomainEvent => eventOf(definition, approval, by, decidedPayloadOf(approval, decision));

export const remarkEvent = (
  kind: RemarkKind,
  approval: ApprovalRecord,
  by: ApprovalCause,
  { author, message }: { author: Actor; message: string | undefined },
): DomainEvent => {
  const { id, displayName } = author;
  const said = {
    id: approval.id,
    stage: approval.stage,
    author: { id, displayName, message: message ?? null },
  };
  return eventOf(REMARKS[kind], approval, by, { ...payloadOf(approval), approval: said });
};

export const approvedEvent = (
  approval: ApprovalRecord,
  by: ApprovalCause,
  decision: Decision,
): DomainEvent => {
  const payload = decidedPayloadOf(approval, decision);
  return eventOf(creationApproved, approval, by, {
    ...payload,
    approval: { ...payload.approval, ...(approval.stages.length === 0 && { byRule: true }) },
    provisioning: { id: approval.jobId },
  });
};
