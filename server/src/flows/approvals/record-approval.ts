/** Records the approval of a stage. The approval of the last stage starts the job. */
import { logLine } from '../../engine/jobs/model.ts';
import type { ReplannedJob } from '../../engine/jobs/ports.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store, UnitOfWork } from '../../engine/store.ts';
import { say } from '../../kernel/messages.ts';
import type { Decider } from './access.ts';
import { approvedEvent, stageApprovedRecord } from './events.ts';
import { type ApprovalRecord, closeQuestion, type StageProgress } from './model.ts';
import { notificationsForRequester, notifyApprovers } from './notify.ts';
import type { PlannedAgain } from './plan-again.ts';

interface StageApproval {
  principal: Principal;
  context: RequestContext;
  /** The stored approval with the changes of this call. */
  approval: ApprovalRecord;
  decider: Decider;
  message: string | undefined;
  planned: PlannedAgain;
  progress: StageProgress;
  at: Date;
}

/**
 * Records an approval of the current stage. When it completes the stage, the same transaction notifies the approvers of
 * the next stage or, after the last one, queues the job. Returns false, and writes nothing, when the approval has
 * changed since it was read.
 */
export function recordApproval(store: Store, decision: StageApproval): Promise<boolean> {
  const { principal, progress } = decision;
  return store.transaction(principal.tenantId, async (unit) => {
    if (!(await writeDecision(unit, decision))) return false;
    await (progress.complete ? startJob : askNextStage)(unit, decision);
    return true;
  });
}

async function writeDecision(unit: UnitOfWork, decision: StageApproval): Promise<boolean> {
  const { context, approval, message, progress, at } = decision;
  const decider = actorOf(decision.decider);
  const resolution = { status: 'approved', decidedBy: decider, decidedAt: at, message } as const;
  const changed = await unit.approvals.change(approval.id, approval.revision, {
    updates: approval.updates,
    stages: progress.stages,
    stage: progress.stage,
    ...closeQuestion(approval, at),
    ...(progress.complete ? resolution : { remindedAt: at }),
  });
  if (!changed) return false;
  const said = { id: context.operationId, stage: approval.stage, outcome: 'approved', decider } as const;
  await unit.approvals.addDecision(approval.id, { ...said, message: message ?? null }, at);
  return true;
}

/**
 * Writes the audit record and the plan with the approver's changes. If the stage is complete, notifies the approvers of
 * the next one.
 */
async function askNextStage(unit: UnitOfWork, decision: StageApproval): Promise<void> {
  const { principal, context, approval, decider, message, planned, progress, at } = decision;
  await writePlan(unit, decision, (replanned) => unit.jobs.replan(approval.jobId, replanned, at));
  const fields = { approverId: decider.id, message };
  const cause = causeOf(principal, context);
  await unit.audit.append([stageApprovedRecord(approval, cause, fields)], at);
  if (progress.stage === approval.stage) return;
  const next = { ...approval, ...closeQuestion(approval, at), ...progress };
  await notifyApprovers(unit, next, { kind: 'approval_requested', act: { planned: planned.planned } }, at);
}

/** Queues the job with the new plan, notifies the requester and publishes the approval. */
async function startJob(unit: UnitOfWork, decision: StageApproval): Promise<void> {
  const { principal, context, approval, decider, message, planned, at } = decision;
  const { jobId } = approval;
  await planned.start(unit);
  await unit.notifications.addDeparted(approval.template, planned.departed, at);
  const approved = say('approvals.approved', '{name} approved the request.', { name: decider.displayName });
  const log = [logLine(at, approved), planned.line(at)];
  await writePlan(unit, decision, (replanned) => unit.jobs.resume(jobId, replanned, log, at));
  await unit.queue.runJob({ tenantId: principal.tenantId, jobId });
  const act = { actorName: decider.displayName, message };
  await unit.notifications.add(notificationsForRequester(approval, 'request_approved', act), at);
  await unit.events.append([approvedEvent(approval, causeOf(principal, context), { decider, message })], at);
}

/** Reserves what the plan needs, such as its name, and writes the plan into the paused job. */
async function writePlan(
  unit: UnitOfWork,
  { approval: { jobId }, planned, at }: StageApproval,
  write: (replanned: ReplannedJob) => Promise<boolean>,
): Promise<void> {
  await planned.reserve(unit, at);
  if (!(await write(planned.job))) {
    throw new Error(`Job ${jobId} was not waiting for its approval.`);
  }
}
