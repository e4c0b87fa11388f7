import { nameRefusal, refusalOf } from '../../domain/policies/refusal.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { describeJob, type Job, logLine } from '../../engine/jobs/model.ts';
import { firstRecord, type NewJob } from '../../engine/jobs/ports.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { NewApproval } from '../approvals/model.ts';
import { type ApprovalSettings, newApproval, requestApproval } from '../approvals/request-approval.ts';
import { teamProvisioningRequested } from './events.ts';
import { type GatheredFacts, gatherFacts, type PlanningDeps } from './gather-facts.ts';
import { type ProvisioningPlan, planTeam } from './plan.ts';
import { singletonRefusal } from './policies.ts';
import type { TeamProvisioningRequest } from './request.ts';

export interface CreateProvisioningJobDeps extends PlanningDeps {
  clock: Clock;
  settings: PlanningDeps['settings'] & ApprovalSettings;
}

function newJob(
  principal: Principal,
  context: RequestContext,
  request: TeamProvisioningRequest,
  plan: ProvisioningPlan,
  at: Date,
): NewJob {
  const { id, kind, displayName } = principal;
  return {
    id: context.operationId,
    type: 'TeamProvisioning',
    requester: { id, kind, displayName },
    requestId: context.requestId,
    request,
    plan,
    steps: plan.steps,
    log: [logLine(at, `Planned the team '${plan.name}' in ${plan.steps.length} steps.`)],
    teamId: null,
  };
}

function recordOf(job: NewJob, { name, template }: ProvisioningPlan): NewAuditRecord {
  const fields = {
    jobId: job.id,
    templateId: template.id,
    templateName: template.displayName,
    templateVersion: template.version,
    teamName: name,
    requesterId: job.requester.id,
    requesterName: job.requester.displayName,
  };
  const { id, requester: actor, requestId } = job;
  return teamProvisioningRequested.record({
    actor,
    target: { type: 'job', id, displayName: name },
    requestId,
    fields,
  });
}

/** @throws PolicyViolation when another request was faster. */
async function reserveSingleton(unit: UnitOfWork, input: GatheredFacts, jobId: string): Promise<void> {
  if (input.staleSingletonJobId !== undefined) await unit.jobs.release(input.staleSingletonJobId);
  const reservation = { kind: 'singleton', value: input.blueprint.template.id } as const;
  if (!(await unit.jobs.reserve(reservation, jobId))) throw singletonRefusal();
}

/**
 * Where a policy wants names to be of one team only, those who ask for the same one take turns here.
 * @param since when it was last looked whether the name is taken
 * @throws PolicyViolation when another request was faster
 */
export async function mustBeFirstOfName(
  { jobs }: Pick<UnitOfWork, 'jobs'>,
  { name, verdicts }: ProvisioningPlan,
  jobId: string,
  since: Date,
): Promise<void> {
  if (!verdicts.some(({ policy }) => policy === 'duplicateNames')) return;
  await jobs.lockName(name);
  if (await jobs.isNameRequested(name, { exceptId: jobId, endedSince: since })) throw nameRefusal();
}

/** The job with the approval that it waits for, where its template asks for one. */
function awaitApproval(
  settings: ApprovalSettings,
  job: NewJob,
  request: TeamProvisioningRequest,
  { blueprint, facts }: GatheredFacts,
  at: Date,
): { job: NewJob; approval: NewApproval | undefined } {
  const { requester, approvalStages: stages } = facts;
  const approval = newApproval(settings, job, request, { blueprint, requester, stages }, at);
  if (approval === undefined) return { job, approval };
  const log = [...job.log, logLine(at, 'Waiting for approval.')];
  return { job: { ...job, log, approvalId: approval.id }, approval };
}

/**
 * Plans the team and queues the job that builds it (contract 8), or pauses it until it is approved (contract
 * 10). The job, what it reserves, and its approval or its place in the queue are written together. A call repeated under the same operation id gets the first one's job.
 * @throws InvalidRequest, PolicyViolation with every violated policy at once
 */
export async function createProvisioningJob(
  deps: CreateProvisioningJobDeps,
  principal: Principal,
  context: RequestContext,
  request: TeamProvisioningRequest,
): Promise<Job> {
  const { tenantId } = principal;
  const since = deps.clock.now();
  const input = await gatherFacts(deps, principal, request, context.operationId);
  const plan = planTeam(input);
  const refusal = refusalOf(plan.verdicts);
  if (refusal !== undefined) throw refusal;
  const at = deps.clock.now();
  const asked = newJob(principal, context, request, plan, at);
  const { job, approval } = awaitApproval(deps.settings, asked, request, input, at);
  const added = await deps.store.transaction(tenantId, async (unit) => {
    await mustBeFirstOfName(unit, plan, job.id, since);
    if (!(await unit.jobs.add(job, at, recordOf(job, plan)))) return false;
    if (input.blueprint.singleton) await reserveSingleton(unit, input, job.id);
    if (approval === undefined) await unit.queue.runJob({ tenantId, jobId: job.id });
    else await requestApproval(unit, approval);
    return true;
  });
  if (added) return describeJob(firstRecord(job, at));
  const existing = await deps.store.in(tenantId).jobs.find(job.id);
  if (existing === undefined) throw new Error(`Job ${job.id} was there and is gone.`);
  return describeJob(existing);
}
