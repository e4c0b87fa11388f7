import { logLine } from '../../engine/jobs/model.ts';
import type { Principal, RequestContext, Role } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { PlanningDeps } from '../provisioning/gather-facts.ts';
import { type CompliantPlan, planCompliantTeam, plannedLine } from '../provisioning/plan-provisioning.ts';
import { claimName } from '../provisioning/reservations.ts';
import { type Decider, mustBeNewApproval, mustDecideApproval } from './access.ts';
import { approvalAuditRecord, stageApproved } from './approval-records.ts';
import { causeOf, type DecisionInput, decideApproval, findDecider, mustBePending } from './decide.ts';
import { approvedEvent } from './events.ts';
import {
  type ApprovalRecord,
  type ApprovalUpdates,
  approveStage,
  type StageProgress,
  updatedTeam,
} from './model.ts';
import { tellApprovers, tellRequester } from './notify.ts';

export interface ApproveInput extends DecisionInput {
  /** Changes of the request, by whichever approver made them. */
  updates?: ApprovalUpdates | undefined;
  /** Position of the stage that the caller approves, as `GET /approvals/{id}` shows it. */
  stage?: number | undefined;
}

/** The requester as policies see them: without roles of their own. */
function requesterOf(tenantId: string, { requester }: ApprovalRecord): Principal {
  const roles: Role[] = ['AUTHENTICATED_USER'];
  if (requester.kind === 'app') roles.push('AUTHORIZED_APP');
  const { id, displayName } = requester;
  const kind = requester.kind === 'app' ? 'app' : 'user';
  return { tenantId, kind, id, displayName, roles: new Set(roles) };
}

/**
 * Plans the request again, as it is with the updates. Policies are checked even without updates: people leave
 * and names are taken while a request waits.
 */
function planAgain(deps: PlanningDeps, tenantId: string, approval: ApprovalRecord): Promise<CompliantPlan> {
  const request = { template: { id: approval.template.id }, team: updatedTeam(approval) };
  return planCompliantTeam(deps, requesterOf(tenantId, approval), request, approval.jobId);
}

interface Decision {
  principal: Principal;
  context: RequestContext;
  /** With the updates of this call. */
  approval: ApprovalRecord;
  decider: Decider;
  message: string | undefined;
  planned: CompliantPlan;
  progress: StageProgress;
  at: Date;
}

/** Writes the approver's decision. Returns false when somebody else decided since the approval was read. */
async function writeDecision(unit: UnitOfWork, decision: Decision): Promise<boolean> {
  const { context, approval, decider, message, progress, at } = decision;
  const { id, kind, displayName } = decider;
  const by = { id, kind, displayName };
  const resolution = { status: 'approved', decidedBy: by, decidedAt: at } as const;
  const changed = await unit.approvals.change(approval.id, approval.revision, {
    updates: approval.updates,
    stages: progress.stages,
    stage: progress.stage,
    ...(progress.complete ? resolution : { remindedAt: at }),
    ...(progress.complete && message !== undefined && { message }),
  });
  if (!changed) return false;
  const said = { id: context.operationId, stage: approval.stage, outcome: 'approved', decider: by } as const;
  await unit.approvals.addDecision(approval.id, { ...said, message: message ?? null }, at);
  return true;
}

/** Records the approval of one stage, and asks the approvers of the next. */
async function goOnToNextStage(unit: UnitOfWork, decision: Decision): Promise<void> {
  const { principal, context, approval, decider, message, progress, at } = decision;
  const fields = { approverId: decider.id, message };
  const cause = causeOf(principal, context);
  await unit.audit.append([approvalAuditRecord(stageApproved, approval, cause, fields)], at);
  if (progress.stage === approval.stage) return;
  await unit.notifications.add(tellApprovers({ ...approval, ...progress }, 'approval_requested'), at);
}

/** Queues the job with the new plan, and publishes the approval. */
async function startJob(unit: UnitOfWork, decision: Decision): Promise<void> {
  const { principal, context, approval, decider, message, planned, at } = decision;
  const { jobId } = approval;
  const { plan } = planned;
  await claimName(unit, plan, jobId, planned.gathered.readAt);
  const log = [logLine(at, `${decider.displayName} approved the request.`), plannedLine(at, plan)];
  if (!(await unit.jobs.resume(jobId, { plan, steps: plan.steps, name: plan.name }, log, at))) {
    throw new Error(`Job ${jobId} was not waiting for its approval.`);
  }
  await unit.queue.runJob({ tenantId: principal.tenantId, jobId });
  const act = { actorName: decider.displayName, message };
  await unit.notifications.add(tellRequester(approval, 'request_approved', act), at);
  const cause = causeOf(principal, context);
  await unit.events.append([approvedEvent(approval, cause, { decider, message })], at);
}

/**
 * Approves a request for a team (docs/specification.md, section 10). Policies are checked before the
 * transaction, which writes the decision, the job's new plan, its place in the queue and the event. The job
 * starts after the last stage.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict; InvalidRequest and PolicyViolation as for the
 * request itself, which leave the approval pending
 */
export async function approveTeamCreation(
  deps: PlanningDeps,
  principal: Principal,
  context: RequestContext,
  input: ApproveInput,
): Promise<void> {
  const { tenantId } = principal;
  await decideApproval(deps, principal, context, input.approvalId, async (read) => {
    const decider = await findDecider(deps, principal, input);
    mustDecideApproval(principal, decider, read);
    await mustBePending(deps, tenantId, read);
    mustBeNewApproval(decider, read, input.stage);

    const approval = { ...read, updates: { ...read.updates, ...input.updates } };
    const planned = await planAgain(deps, tenantId, approval);
    const progress = approveStage(approval, decider.id);
    const { message } = input;
    const at = deps.clock.now();
    const decision = { principal, context, approval, decider, message, planned, progress, at };

    return deps.store.transaction(tenantId, async (unit) => {
      if (!(await writeDecision(unit, decision))) return false;
      await (progress.complete ? startJob : goOnToNextStage)(unit, decision);
      return true;
    });
  });
}
