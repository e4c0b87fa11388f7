import { refusalOf } from '../../domain/policies/refusal.ts';
import { logLine } from '../../engine/jobs/model.ts';
import type { Principal, RequestContext, Role } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { mustBeFirstOfName } from '../provisioning/create-provisioning-job.ts';
import { gatherFacts, type PlanningDeps } from '../provisioning/gather-facts.ts';
import { type ProvisioningPlan, planTeam } from '../provisioning/plan.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { type Decider, mustDecideApproval, mustNotHaveApproved } from './access.ts';
import { approvalAuditRecord, stageApproved } from './approval-records.ts';
import { causeOf, type DecisionInput, decidePending, findDecider } from './decide.ts';
import { approvedEvent } from './events.ts';
import {
  type ApprovalRecord,
  type ApprovalUpdates,
  approveStage,
  type StageProgress,
  updatedTeam,
} from './model.ts';
import { tellApprovers, tellRequester } from './notify.ts';

export interface ApproveDeps extends PlanningDeps {
  clock: Clock;
}

export interface ApproveInput extends DecisionInput {
  /** Changes of the request, in effect whoever made them. */
  updates?: ApprovalUpdates | undefined;
}

/** Who asked, as the policies look at them: nobody's roles matter there. */
function requesterOf(tenantId: string, { requester }: ApprovalRecord): Principal {
  const roles: Role[] = ['AUTHENTICATED_USER'];
  if (requester.kind === 'app') roles.push('AUTHORIZED_APP');
  const { id, displayName } = requester;
  const kind = requester.kind === 'app' ? 'app' : 'user';
  return { tenantId, kind, id, displayName, roles: new Set(roles) };
}

/**
 * The plan as it would be made now. Policies are looked at again also without updates: people leave and names
 * are taken while a request waits.
 * @throws InvalidRequest, PolicyViolation with every violated policy at once
 */
async function planAgain(
  deps: ApproveDeps,
  tenantId: string,
  approval: ApprovalRecord,
): Promise<ProvisioningPlan> {
  const request: TeamProvisioningRequest = {
    template: { id: approval.template.id },
    team: updatedTeam(approval),
  };
  const plan = planTeam(await gatherFacts(deps, requesterOf(tenantId, approval), request, approval.jobId));
  const refusal = refusalOf(plan.verdicts);
  if (refusal !== undefined) throw refusal;
  return plan;
}

interface Decision {
  principal: Principal;
  context: RequestContext;
  approval: ApprovalRecord;
  decider: Decider;
  message: string | undefined;
  plan: ProvisioningPlan;
  /** When the policies were asked. */
  plannedAt: Date;
  progress: StageProgress;
  at: Date;
}

/** The job goes on with the new plan, and its place in the queue commits with it. */
async function resumeJob(
  unit: UnitOfWork,
  { principal, approval, decider, plan, plannedAt, at }: Decision,
): Promise<void> {
  await mustBeFirstOfName(unit, plan, approval.jobId, plannedAt);
  const log = [
    logLine(at, `${decider.displayName} approved the request.`),
    logLine(at, `Planned the team '${plan.name}' in ${plan.steps.length} steps.`),
  ];
  if (!(await unit.jobs.resume(approval.jobId, plan, log, at))) {
    throw new Error(`Job ${approval.jobId} was not waiting for its approval.`);
  }
  await unit.queue.runJob({ tenantId: principal.tenantId, jobId: approval.jobId });
}

async function record(unit: UnitOfWork, decision: Decision): Promise<boolean> {
  const { principal, context, approval, decider, message, progress, at } = decision;
  const { id, kind, displayName } = decider;
  const changed = await unit.approvals.change(approval.id, approval.revision, {
    updates: approval.updates,
    stages: progress.stages,
    stage: progress.stage,
    ...(progress.complete
      ? {
          status: 'approved',
          decidedBy: { id, kind, displayName },
          decidedAt: at,
          ...(message !== undefined && { message }),
        }
      : { remindedAt: at }),
  });
  if (!changed) return false;
  const said = {
    id: context.operationId,
    stage: approval.stage,
    outcome: 'approved',
    decider: { id, kind, displayName },
    message: message ?? null,
  } as const;
  await unit.approvals.addDecision(approval.id, said, at);
  const cause = causeOf(principal, context);
  if (!progress.complete) {
    const fields = { approverId: id, message };
    const passed = approvalAuditRecord(stageApproved, approval, cause, fields);
    await unit.audit.append([passed], at);
    if (progress.stage > approval.stage) {
      await unit.notifications.add(tellApprovers({ ...approval, ...progress }, 'approval_requested'), at);
    }
    return true;
  }
  await resumeJob(unit, decision);
  const act = { actorName: displayName, message };
  await unit.notifications.add(tellRequester(approval, 'request_approved', act), at);
  const event = approvedEvent(approval, cause, { decider, message });
  await unit.events.append([event], at);
  return true;
}

/**
 * Approves a request for a team (contract 10). The policies are asked before the transaction; the decision,
 * the job's new plan, its place in the queue and the event are one transaction. In a request with several
 * stages only the last stage's approval lets the job go on.
 * @throws NotFound, Forbidden, ApprovalAlreadyResolved, Conflict; InvalidRequest and PolicyViolation as the request
 * itself, and then the approval stays pending
 */
export async function approveTeamCreation(
  deps: ApproveDeps,
  principal: Principal,
  context: RequestContext,
  input: ApproveInput,
): Promise<void> {
  const { tenantId } = principal;
  await decidePending(deps, principal, context, input.approvalId, async (read, assertPending) => {
    const decider = await findDecider(deps, principal, input);
    mustDecideApproval(principal, decider, read);
    await assertPending();
    mustNotHaveApproved(decider, read);
    const approval = { ...read, updates: { ...read.updates, ...input.updates } };
    const plannedAt = deps.clock.now();
    const plan = await planAgain(deps, tenantId, approval);
    const progress = approveStage(approval, decider.id);
    const { message } = input;
    const at = deps.clock.now();
    const decision = { principal, context, approval, decider, message, plan, plannedAt, progress, at };
    return deps.store.transaction(tenantId, (unit) => record(unit, decision));
  });
}
