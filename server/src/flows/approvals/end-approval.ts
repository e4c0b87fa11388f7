/** Ends a pending approval without a team: rejected, expired or cancelled. */

import type { NewNotification } from '../../domain/notifications/model.ts';
import type { DomainEvent } from '../../engine/events/model.ts';
import { type JobError, logLine } from '../../engine/jobs/model.ts';
import type { Actor } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import {
  approvalCancelled,
  approvalExpired,
  creationRejected,
  decidedEvent,
  pendingEvent,
} from './events.ts';
import type { ApprovalRecord } from './model.ts';
import { tellApprovers, tellRequester } from './notify.ts';

export interface ApprovalEnd {
  status: 'rejected' | 'expired' | 'cancelled';
  /** Undefined for an expiry. */
  decider: Actor | undefined;
  message: string | undefined;
  /** Who caused it, in which call. */
  by: { actor: Actor; requestId: string };
  /** The call that says so; undefined for an expiry. */
  operationId: string | undefined;
}

const CODES: Record<ApprovalEnd['status'], string> = {
  rejected: 'ApprovalRejected',
  expired: 'ApprovalExpired',
  cancelled: 'ApprovalCancelled',
};

/** What the job's requester reads. */
function reasonOf({ status, decider, message }: ApprovalEnd): string {
  const name = decider?.displayName ?? 'Nobody';
  const said = message === undefined ? '' : ` ${JSON.stringify(message)}`;
  if (status === 'expired')
    return 'Nobody decided the request in time. Ask again if the team is still needed.';
  if (status === 'cancelled') return `${name} withdrew the request.${said}`;
  return `${name} rejected the request.${said}`;
}

function eventOf(approval: ApprovalRecord, { status, decider, message, by }: ApprovalEnd): DomainEvent {
  if (decider === undefined) return pendingEvent(approvalExpired, approval, by);
  const definition = status === 'cancelled' ? approvalCancelled : creationRejected;
  return decidedEvent(definition, approval, by, { decider, message });
}

/** Who waited for it: the requester, or the approvers whose work is done for. */
function tellOf(approval: ApprovalRecord, { status, decider, message }: ApprovalEnd): NewNotification[] {
  const act = { actorName: decider?.displayName, message };
  if (status === 'cancelled') return tellApprovers(approval, 'approval_withdrawn', act);
  return tellRequester(approval, status === 'expired' ? 'request_expired' : 'request_rejected', act);
}

/**
 * Ends the approval and fails its job, with the event, in one transaction; false, and nothing written, when
 * somebody else was faster.
 */
export function endApproval(
  store: Store,
  tenantId: string,
  approval: ApprovalRecord,
  end: ApprovalEnd,
  at: Date,
): Promise<boolean> {
  const { status, decider, message, operationId } = end;
  const reason = reasonOf(end);
  const error: JobError = { code: CODES[status], message: reason, step: null };
  return store.transaction(tenantId, async (unit) => {
    const ended = await unit.approvals.change(approval.id, approval.revision, {
      status,
      decidedAt: at,
      ...(decider && { decidedBy: { id: decider.id, kind: decider.kind, displayName: decider.displayName } }),
      ...(message !== undefined && { message }),
    });
    if (!ended) return false;
    if (decider !== undefined && operationId !== undefined && status !== 'expired') {
      const said = {
        id: operationId,
        stage: approval.stage,
        outcome: status,
        decider,
        message: message ?? null,
      };
      await unit.approvals.addDecision(approval.id, said, at);
    }
    if (!(await unit.jobs.failPaused(approval.jobId, error, [logLine(at, reason)], at))) {
      throw new Error(`Job ${approval.jobId} was not waiting for its approval.`);
    }
    await unit.jobs.release(approval.jobId);
    await unit.notifications.add(tellOf(approval, end), at);
    await unit.events.append([eventOf(approval, end)], at);
    return true;
  });
}
