/** Events and audit records of approvals (docs/specification.md, sections 11 and 12). */
import Type, { type TProperties } from 'typebox';
import { CHANNEL_MEMBERSHIP_TYPES } from '../../domain/channels/model.ts';
import { Named, teamSubject } from '../../domain/teams/events.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { type DomainEvent, Maybe, type NewEvent } from '../../engine/events/model.ts';
import type { Actor } from '../../engine/principal.ts';
import { OneOf, Open } from '../../kernel/schema.ts';
import type { ChannelPlace } from '../provisioning/ports.ts';
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
const PENDING = { id: Text };
const DECIDED = {
  id: Text,
  approver: Open({ id: Text, message: Maybe(Text) }, { description: 'Who decided, or withdrew it' }),
};
const APPROVED = {
  id: Text,
  byRule: Type.Optional(
    Type.Boolean({ description: 'true when no approval stage applied, so that nobody was asked' }),
  ),
  approver: Open({ id: Text, message: Maybe(Text) }, { description: 'Who decided; Charter when a rule did' }),
};
const SAID = {
  id: Text,
  stage: Type.Integer({ minimum: 0, description: 'Position of the current stage' }),
  author: Open({ id: Text, displayName: Text, message: Maybe(Text) }),
};
const pending = payloadWith(PENDING);
const decided = payloadWith(DECIDED);
const approved = payloadWith(APPROVED);
const said = payloadWith(SAID);

/** The payload of a request for a channel: `team` is the team of the channel. */
const channelPayloadWith = <P extends TProperties>(approval: P) => ({
  ...payloadWith(approval),
  team: Named,
  request: Open({
    channel: Open({ name: Text, description: Maybe(Text), membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES) }),
    membership: Open({ owners: RequestedPeople, members: RequestedPeople }),
    metadata: Maybe(Open({}, { description: 'The answers to the questions of the template' })),
  }),
});
const pendingChannel = channelPayloadWith(PENDING);
const decidedChannel = channelPayloadWith(DECIDED);
const approvedChannel = channelPayloadWith(APPROVED);
const saidAboutChannel = channelPayloadWith(SAID);

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

type ChannelPayload = PayloadOf<typeof pendingChannel>;
type DecidedChannelPayload = PayloadOf<typeof decidedChannel>;
type SaidAboutChannelPayload = PayloadOf<typeof saidAboutChannel>;

const ofChannelApproval = {
  ...teamSubject.record,
  approvalId: ({ approval }: ChannelPayload) => approval.id,
  templateId: ({ template }: ChannelPayload) => template.id,
  templateName: ({ template }: ChannelPayload) => template.name,
  channelName: ({ request }: ChannelPayload) => request.channel.name,
  membershipType: ({ request }: ChannelPayload) => request.channel.membershipType,
  requesterId: ({ requester }: ChannelPayload) => requester.id,
  requesterName: ({ requester }: ChannelPayload) => requester.displayName,
};
const ofChannelDecision = {
  ...ofChannelApproval,
  approverId: ({ approval }: DecidedChannelPayload) => approval.approver.id,
  message: ({ approval }: DecidedChannelPayload) => approval.approver.message,
};
const ofChannelRemark = {
  ...ofChannelApproval,
  authorId: ({ approval }: SaidAboutChannelPayload) => approval.author.id,
  message: ({ approval }: SaidAboutChannelPayload) => approval.author.message,
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

/** Properties that all events of approvals of channels share. */
const ofChannel = { ...common, subject: teamSubject.subject };

export const channelApprovalRequested = defineEvent({
  ...ofChannel,
  code: 'channel_creation_approval_requested',
  description: 'Somebody asked for a channel that needs an approval.',
  payload: pendingChannel,
  record: ofChannelApproval,
});

export const channelCreationApproved = defineEvent({
  ...ofChannel,
  code: 'channel_creation_approved',
  description: 'A request for a channel was approved, by its approvers or by a rule of its template.',
  payload: {
    ...approvedChannel,
    provisioning: Open({ id: Type.String({ description: 'The id of the job that makes the channel' }) }),
  },
  record: {
    ...ofChannelDecision,
    byRule: ({ approval }: PayloadOf<typeof approvedChannel>) => approval.byRule,
  },
});

export const channelCreationRejected = defineEvent({
  ...ofChannel,
  code: 'channel_creation_rejected',
  description: 'A request for a channel was rejected.',
  payload: decidedChannel,
  record: ofChannelDecision,
});

export const channelApprovalExpired = defineEvent({
  ...ofChannel,
  code: 'channel_creation_approval_expired',
  description: 'Nobody decided on a request for a channel in time.',
  payload: pendingChannel,
  record: ofChannelApproval,
});

export const channelApprovalCancelled = defineEvent({
  ...ofChannel,
  code: 'channel_creation_approval_cancelled',
  description: 'The requester withdrew a request for a channel.',
  payload: decidedChannel,
  record: ofChannelDecision,
});

/** Declares the event of a remark on a pending request for a channel. */
const defineChannelRemark = <const Code extends string>(code: Code, description: string) =>
  defineEvent({
    ...ofChannel,
    code,
    description,
    payload: saidAboutChannel,
    record: ofChannelRemark,
    people: { requesterName: 'requesterId', message: 'authorId' },
  });

export const channelInformationRequested = defineChannelRemark(
  'channel_creation_information_requested',
  'An approver asked the requester of a channel for more information.',
);
export const channelInformationProvided = defineChannelRemark(
  'channel_creation_information_provided',
  'The requester of a channel answered an approver.',
);
export const channelInformationWithdrawn = defineChannelRemark(
  'channel_creation_information_withdrawn',
  'A question to the requester of a channel was withdrawn.',
);
export const channelApprovalCommented = defineChannelRemark(
  'channel_creation_approval_commented',
  'Somebody commented on a request for a channel.',
);

/** The events of requests for teams and for channels, by what happens. */
const EVENTS_OF = {
  team: {
    requested: approvalRequested,
    expired: approvalExpired,
    approved: creationApproved,
    rejected: creationRejected,
    cancelled: approvalCancelled,
    asked: informationRequested,
    answered: informationProvided,
    withdrawn: informationWithdrawn,
    commented: approvalCommented,
  },
  channel: {
    requested: channelApprovalRequested,
    expired: channelApprovalExpired,
    approved: channelCreationApproved,
    rejected: channelCreationRejected,
    cancelled: channelApprovalCancelled,
    asked: channelInformationRequested,
    answered: channelInformationProvided,
    withdrawn: channelInformationWithdrawn,
    commented: channelApprovalCommented,
  },
} as const satisfies Record<
  string,
  Record<'requested' | 'expired' | 'approved' | 'rejected' | 'cancelled' | RemarkKind, unknown>
>;

/** Declares audit records of a pending approval for changes without an event. */
const ofPending = defineRecords<ApprovalRecord>(approvalsTrail, {
  target: targetOf,
  fields: {
    approvalId: ({ id }) => id,
    jobId: ({ jobId }) => jobId,
    templateId: ({ template }) => template.id,
    templateName: ({ template }) => template.name,
    teamName: (approval) => approval.channel?.team.displayName ?? updatedTeam(approval).name,
    channelName: (approval) => approval.channel && updatedTeam(approval).name,
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

export const channelStageApproved = ofPending('channel_creation_stage_approved', ['approverId', 'message']);
export const channelApprovalDelegated = ofPending('channel_creation_approval_delegated', [
  'delegateId',
  'delegateName',
  'message',
]);

type Own<Definition extends { record(...input: never): unknown }> = Parameters<Definition['record']>;

export const stageApprovedRecord = (...[approval, cause, own]: Own<typeof stageApproved>) =>
  (approval.channel === null ? stageApproved : channelStageApproved).record(approval, cause, own);

export const approvalDelegatedRecord = (...[approval, cause, own]: Own<typeof approvalDelegated>) =>
  (approval.channel === null ? approvalDelegated : channelApprovalDelegated).record(approval, cause, own);

export type ApprovalCause = Pick<DomainEvent, 'actor' | 'requestId'>;

interface Decision {
  decider: Actor;
  message: string | undefined;
}

/** The members that the payloads of all approvals have. */
function commonPayloadOf({ requester, template, stages }: ApprovalRecord) {
  return {
    requester: { id: requester.id, displayName: requester.displayName, mail: requester.mail },
    template: { ...template, approvers: approversOf({ stages }) },
  };
}

function requestedIn(approval: ApprovalRecord) {
  const { membership, name, description, welcomeMessage } = updatedTeam(approval);
  return {
    texts: { name, description: description ?? null },
    welcomeMessage: welcomeMessage ?? null,
    shared: {
      membership: { owners: membership?.owners ?? [], members: membership?.members ?? [] },
      metadata: approval.metadata,
    },
  };
}

function teamPayloadOf(approval: ApprovalRecord) {
  const { texts, welcomeMessage, shared } = requestedIn(approval);
  return { ...commonPayloadOf(approval), request: { team: { ...texts, welcomeMessage }, ...shared } };
}

function channelPayloadOf(approval: ApprovalRecord, { team, membershipType }: ChannelPlace) {
  const { texts, shared } = requestedIn(approval);
  return {
    ...commonPayloadOf(approval),
    team,
    request: { channel: { ...texts, membershipType }, ...shared },
  };
}

type EventsOf = typeof EVENTS_OF;

/**
 * Builds the event of a request for a team or a channel.
 * @param own the members of `approval` in the payload, in addition to its id
 */
function eventOf<Name extends keyof EventsOf['team'], OwnFields extends object>(
  name: Name,
  approval: ApprovalRecord,
  by: ApprovalCause,
  own: OwnFields,
  more: object = {},
): DomainEvent {
  const fact = { target: targetOf(approval), unpublished: { jobId: approval.jobId } };
  const ofApproval = { approval: { id: approval.id, ...own }, ...more };
  const payload =
    approval.channel === null
      ? { ...teamPayloadOf(approval), ...ofApproval }
      : { ...channelPayloadOf(approval, approval.channel), ...ofApproval };
  const kind = approval.channel === null ? 'team' : 'channel';
  // Each definition checks only its own payload, and the callers below pass the fields of their events.
  const definition = EVENTS_OF[kind][name] as { happened(fact: object): NewEvent };
  return { ...definition.happened({ ...fact, payload }), ...by };
}

export const pendingEvent = (
  name: 'requested' | 'expired',
  approval: ApprovalRecord,
  by: ApprovalCause,
): DomainEvent => eventOf(name, approval, by, {});

const approverIn = ({ decider, message }: Decision) => ({
  approver: { id: decider.id, message: message ?? null },
});

export const decidedEvent = (
  name: 'rejected' | 'cancelled',
  approval: ApprovalRecord,
  by: ApprovalCause,
  decision: Decision,
): DomainEvent => eventOf(name, approval, by, approverIn(decision));

export const remarkEvent = (
  kind: RemarkKind,
  approval: ApprovalRecord,
  by: ApprovalCause,
  { author: { id, displayName }, message }: { author: Actor; message: string | undefined },
): DomainEvent =>
  eventOf(kind, approval, by, {
    stage: approval.stage,
    author: { id, displayName, message: message ?? null },
  });

export const approvedEvent = (approval: ApprovalRecord, by: ApprovalCause, decision: Decision): DomainEvent =>
  eventOf(
    'approved',
    approval,
    by,
    { ...approverIn(decision), ...(approval.stages.length === 0 && { byRule: true }) },
    { provisioning: { id: approval.jobId } },
  );
