/** What is published of approvals (contract 11). */
import type { DomainEvent, EventType } from '../../engine/events/model.ts';
import type { Actor } from '../../engine/principal.ts';
import { type ApprovalRecord, approversOf, type NewApproval, updatedTeam } from './model.ts';

type ApprovalEventType = Extract<EventType, `team_creation_approval_${string}` | `team_creation_${string}`>;

/** Who decided, and what they said about it. */
export interface DecisionFacts {
  decider: Actor;
  message: string | undefined;
}

type Published = NewApproval & Partial<Pick<ApprovalRecord, 'updates'>>;

function payloadOf(approval: Published, decision: DecisionFacts | undefined): DomainEvent['payload'] {
  const { id, requester, template } = approval;
  const { membership, name, description, welcomeMessage } = updatedTeam({
    team: approval.team,
    updates: approval.updates ?? {},
  });
  const approver = decision && { id: decision.decider.id, message: decision.message ?? null };
  return {
    requester: { id: requester.id, displayName: requester.displayName, mail: requester.mail },
    approval: { id, ...(approver && { approver }) },
    template: { ...template, approvers: approversOf(approval) },
    request: {
      team: { name, description: description ?? null, welcomeMessage: welcomeMessage ?? null },
      membership: { owners: membership?.owners ?? [], members: membership?.members ?? [] },
    },
  };
}

/** The event of something that happened to an approval. */
export function approvalEvent(
  type: ApprovalEventType,
  approval: Published,
  by: { actor: Actor; requestId: string },
  decision?: DecisionFacts,
): DomainEvent {
  const payload = payloadOf(approval, decision);
  return {
    type,
    ...by,
    target: { type: 'approval', id: approval.id, displayName: updatedName(approval) },
    payload:
      type === 'team_creation_approved' ? { ...payload, provisioning: { id: approval.jobId } } : payload,
    audit: { jobId: approval.jobId },
  };
}

export const updatedName = ({ team, updates = {} }: Published): string => updates.name ?? team.name;
