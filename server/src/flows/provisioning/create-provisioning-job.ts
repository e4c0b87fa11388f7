import { reportRecords } from '../../domain/policies/policy-records.ts';
import { describeJob, type Job } from '../../engine/jobs/describe-job.ts';
import { logLine } from '../../engine/jobs/model.ts';
import { type NewJob, newJobRecord } from '../../engine/jobs/ports.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { teamProvisioningRequested } from './events.ts';
import { type ProvisioningJobData, provisioningJob } from './job.ts';
import { type ProvisioningPlan, plannedTeamOf } from './plan.ts';
import { type PlanningDeps, planCompliantTeam, plannedLine } from './plan-provisioning.ts';
import { APPROVED_BY_RULE } from './policies.ts';
import { isApprovedByRule, type RequestApprovals } from './ports.ts';
import type { TeamProvisioningRequest } from './request.ts';
import { claimName, claimSingleton, holdFiles } from './reservations.ts';

export interface CreateProvisioningJobDeps extends PlanningDeps {
  approvals: RequestApprovals;
}

const AWAITS_APPROVAL = say('provisioning.awaitsApproval', 'Waiting for approval.');

/**
 * Plans the team, then queues the job that builds it, or pauses the job until the request is approved by its approvers
 * (docs/specification.md, sections 8 and 10). One transaction writes the job, its reservations, and its approval or its
 * queue entry. A call repeated under the same operation id returns the same job.
 * @throws InvalidRequest; PolicyViolation that names every violated policy; Conflict when a file of the template was
 * deleted meanwhile
 */
export async function createProvisioningJob(
  deps: CreateProvisioningJobDeps,
  principal: Principal,
  context: RequestContext,
  asked: TeamProvisioningRequest,
): Promise<Job<ProvisioningJobData>> {
  const { tenantId } = principal;
  const id = context.operationId;
  const { plan, gathered } = await planCompliantTeam(deps, principal, asked, id);
  const { blueprint, readAt, request, staleSingletonJobId } = gathered;
  const { requester, approval } = gathered.facts;
  const isApproved = isApprovedByRule(approval);

  const at = deps.clock.now();
  const approvalId = isApproved || approval.stages.length > 0 ? newId() : undefined;
  const job: NewJob<ProvisioningPlan> = {
    id,
    type: provisioningJob.type,
    requester: actorOf(principal),
    requestId: context.requestId,
    request,
    plan,
    name: plan.name,
    origin: { id: plan.template.id, name: plan.template.displayName },
    steps: plan.steps,
    log: [
      plannedLine(at, plan),
      ...(approvalId === undefined ? [] : [logLine(at, isApproved ? APPROVED_BY_RULE : AWAITS_APPROVAL)]),
    ],
    subjectId: null,
    ...(approvalId !== undefined && { holdId: approvalId, isReleased: isApproved }),
  };
  const isNew = await deps.store.transaction(tenantId, async (unit) => {
    await claimName(unit, plan, id, readAt);
    const cause = causeOf(principal, context);
    const { name, template } = plan;
    const requested = teamProvisioningRequested.record({ ...job, name, template }, cause);
    if (!(await unit.jobs.add(job, at, requested))) return false;
    await holdFiles(unit, id, plan, at);
    await claimSingleton(unit, blueprint, id, staleSingletonJobId);
    const reports = reportRecords(cause, { displayName: name }, plan.reports ?? []);
    await unit.audit.append(reports, at);
    await unit.notifications.addDeparted(blueprint.template, gathered.departed, at);
    if (approvalId === undefined || isApproved) await unit.queue.runJob({ tenantId, jobId: id });
    if (approvalId !== undefined)
      await deps.approvals.open(unit, {
        id: approvalId,
        job,
        request,
        blueprint,
        requester,
        stages: approval.stages,
        planned: plannedTeamOf(plan),
        at,
      });
    return true;
  });
  if (isNew) return describeJob(newJobRecord(job, at), provisioningJob);
  const existing = await deps.store.in(tenantId).jobs.find(id);
  if (existing === undefined) throw new Error(`Job ${id} existed a moment ago and is gone.`);
  return describeJob(existing as typeof existing & { plan: ProvisioningPlan }, provisioningJob);
}
