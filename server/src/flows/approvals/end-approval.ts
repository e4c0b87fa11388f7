/** Ends pending approvals without a team: rejected, expired or cancelled. */

import type { NewNotification } from '../../domain/notifications/kinds.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { DomainEvent } from '../../engine/events/model.ts';
import { type Cancellation, cancelledError, type JobError, logLine } from '../../engine/jobs/model.ts';
import { type Actor, actorOf, SYSTEM_ACTOR } from '../../engine/principal.ts';
import { CharterError } from '../../kernel/errors.ts';
import { type Message, say, sentences, verbatim } from '../../kernel/messages.ts';
import {
  approvalCancelled,
  approvalExpired,
  type Cause,
  creationRejected,
  decidedEvent,
  pendingEvent,
} from './events.ts';
import type { ApprovalRecord, ApprovalStatus } from './model.ts';
import { tellApprovers, tellRequester } from './notify.ts';

interface ApprovalEnd {
  status: Exclude<ApprovalStatus, 'pending' | 'approved'>;
  /** Absent for an expiry. */
  decider?: Actor;
  message?: string | undefined;
  by: Cause;
  /** Operation id of the call; absent for an expiry. */
  operationId?: string;
  /** Set when the approval ends because its job is cancelled. */
  ofJob?: { cancellation: Cancellation; record: NewAuditRecord; notifications: readonly NewNotification[] };
}

const CODES: Record<ApprovalEnd['status'], string> = {
  rejected: 'ApprovalRejected',
  expired: 'ApprovalExpired',
  cancelled: 'ApprovalCancelled',
};

function reasonOf({ status, decider, message }: ApprovalEnd): Message {
  if (status === 'expired' || decider === undefined) {
    return say(
      'approvals.expired',
      'Nobody decided the request in time. Ask again if the team is still needed.',
    );
  }
  const name = decider.displayName;
  const ended =
    status === 'cancelled'
      ? say('approvals.withdrawn', '{name} withdrew the request.', { name })
      : say('approvals.rejected', '{name} rejected the request.', { name });
  return sentences([ended, message === undefined ? [] : verbatim(JSON.stringify(message))].flat());
}

function eventOf(approval: ApprovalRecord, { status, decider, message, by }: ApprovalEnd): DomainEvent {
  if (decider === undefined) return pendingEvent(approvalExpired, approval, by);
  const definition = status === 'cancelled' ? approvalCancelled : creationRejected;
  return decidedEvent(definition, approval, by, { decider, message });
}

/** Returns the notifications: to the approvers about a withdrawal, otherwise to the requester. */
function tellOf(approval: ApprovalRecord, { status, decider, message }: ApprovalEnd): NewNotification[] {
  const act = { actorName: decider?.displayName, message };
  if (status === 'cancelled') return tellApprovers(approval, 'approval_withdrawn', act);
  return tellRequester(approval, status === 'expired' ? 'request_expired' : 'request_rejected', act);
}

/**
 * Ends the approval and fails its job, with the event, in one transaction. Returns false, and writes nothing, when
 * somebody else decided first.
 */
export function endApproval(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
  end: ApprovalEnd,
): Promise<boolean> {
  const { status, message, operationId, ofJob } = end;
  const at = clock.now();
  const decider = end.decider && actorOf(end.decider);
  const reason = reasonOf(end);
  const own: JobError = { code: CODES[status], ...reason, step: null };
  const error = ofJob === undefined ? own : cancelledError(ofJob.cancellation);
  const log = [logLine(at, error)];
  const cancel = ofJob && { cancellation: ofJob.cancellation, ...(operationId && { operationId }) };
  return store.transaction(tenantId, async (unit) => {
    const ended = await unit.approvals.change(approval.id, approval.revision, {
      status,
      decidedAt: at,
      ...(decider && { decidedBy: decider }),
      ...(message !== undefined && { message }),
    });
    if (!ended) return false;
    if (decider !== undefined && operationId !== undefined && status !== 'expired') {
      const said = { id: operationId, stage: approval.stage, outcome: status, decider };
      await unit.approvals.addDecision(approval.id, { ...said, message: message ?? null }, at);
    }
    if (!(await unit.jobs.failPaused(approval.jobId, error, log, at, cancel))) {
      throw new Error(`Job ${approval.jobId} was not waiting for its approval.`);
    }
    await unit.jobs.release(approval.jobId);
    await unit.notifications.add([...tellOf(approval, end), ...(ofJob?.notifications ?? [])], at);
    await unit.events.append([eventOf(approval, end)], at);
    if (ofJob) await unit.audit.append([ofJob.record], at);
    return true;
  });
}

/** Ends the approval of a job that is cancelled, and the job. Returns false when somebody decided it first. */
export function cancelWithJob(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
  call: NonNullable<ApprovalEnd['ofJob']> & { cause: Cause; operationId: string },
): Promise<boolean> {
  const { cause, operationId, ...ofJob } = call;
  return endApproval(deps, tenantId, approval, {
    status: 'cancelled',
    decider: ofJob.cancellation.by,
    by: cause,
    operationId,
    ofJob,
  });
}

/** Expires an overdue approval. Returns false when somebody decided it first. */
export function expire(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
): Promise<boolean> {
  const by = { actor: SYSTEM_ACTOR, requestId: approval.requestId };
  return endApproval(deps, tenantId, approval, { status: 'expired', by });
}

const RESOLVED: Record<Exclude<ApprovalStatus, 'pending'>, Message> = {
  approved: say('approvals.approvedAlready', 'The request is approved already.'),
  rejected: say('approvals.rejectedAlready', 'The request is rejected already.'),
  expired: say('approvals.expiredAlready', 'The request has expired: nobody decided it in time.'),
  cancelled: say('approvals.withdrawnAlready', 'The request was withdrawn.'),
};

/**
 * Rejects a decision on an approval that is no longer pending. Expires the approval first when its time is over.
 * @throws ApprovalAlreadyResolved
 */
export async function mustBePending(
  deps: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
  approval: ApprovalRecord,
): Promise<void> {
  const { status, expiresAt } = approval;
  if (status === 'pending' && expiresAt > deps.clock.now()) return;
  if (status === 'pending') await expire(deps, tenantId, approval);
  throw new CharterError('ApprovalAlreadyResolved', RESOLVED[status === 'pending' ? 'expired' : status]);
}
