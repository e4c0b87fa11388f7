import { describeJob, type Job } from '../../engine/jobs/describe-job.ts';
import { type JobRecord, type LogLine, logLine } from '../../engine/jobs/model.ts';
import { type NewJob, newJobRecord } from '../../engine/jobs/ports.ts';
import { actorOf, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import { messageOf, say, sentences } from '../../kernel/messages.ts';
import type { CreateProvisioningJobDeps } from '../provisioning/create-provisioning-job.ts';
import { APPROVED_BY_RULE } from '../provisioning/policies.ts';
import { isApprovedByRule } from '../provisioning/ports.ts';
import { channelRequested } from './events.ts';
import { type ChannelJobData, channelJob } from './job.ts';
import { type ChannelPlan, plannedChannelOf } from './plan.ts';
import { planCompliantChannel } from './plan-channel.ts';
import { type ChannelRequest, requestedOf } from './request.ts';

const AWAITS_APPROVAL = say('provisioning.awaitsApproval', 'Waiting for approval.');

export function plannedChannelLine(at: Date, { channel, steps, omissions = [] }: ChannelPlan): LogLine {
  const planned = say(
    'channelRequests.planned',
    "Planned the channel '{name}' in {count, plural, one {one step} other {# steps}}.",
    { name: channel.displayName, count: steps.length },
  );
  return logLine(at, sentences([planned, ...omissions.map(messageOf)]));
}

const findJob = async (
  { store }: Pick<CreateProvisioningJobDeps, 'store'>,
  tenantId: string,
  id: string,
): Promise<JobRecord<ChannelPlan> | undefined> =>
  (await store.in(tenantId).jobs.find(id)) as JobRecord<ChannelPlan> | undefined;

/**
 * Plans the channel, then queues the job that creates it, or pauses the job until the request is approved. One
 * transaction writes the job, and its approval or its queue entry. A call repeated under the same operation id returns
 * the same job.
 * @throws NotFound, Forbidden, TeamArchived, InvalidRequest; PolicyViolation that names every violated check
 */
export async function createChannelRequest(
  deps: CreateProvisioningJobDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, request: asked }: { teamId: string; request: ChannelRequest },
): Promise<Job<ChannelJobData>> {
  const { tenantId } = principal;
  const id = context.operationId;
  const known = await findJob(deps, tenantId, id);
  // A plan would find the name of the channel taken by the job of this call.
  if (known !== undefined) return describeJob(known, channelJob);
  const cause = causeOf(principal, context);
  const planned = await planCompliantChannel(deps, principal, { teamId, request: asked, jobId: id, cause });
  const { plan, request, approval, blueprint, requester } = planned;
  const isApproved = isApprovedByRule(approval);
  const approvalId = isApproved || approval.stages.length > 0 ? newId() : undefined;
  const isQueued = approvalId === undefined || isApproved;
  const at = deps.clock.now();
  const { team } = plan;
  const job: NewJob<ChannelPlan> = {
    id,
    type: channelJob.type,
    requester: actorOf(principal),
    requestId: context.requestId,
    request,
    plan,
    steps: plan.steps,
    log: [
      plannedChannelLine(at, plan),
      ...(approvalId === undefined ? [] : [logLine(at, isApproved ? APPROVED_BY_RULE : AWAITS_APPROVAL)]),
    ],
    subjectId: team.id,
    subjectName: team.displayName,
    ...(approvalId !== undefined && { holdId: approvalId, isReleased: isApproved }),
  };
  const isNew = await deps.store.transaction(tenantId, async (unit) => {
    if (isQueued) await planned.hold?.(unit, id);
    const requested = channelRequested.record({ ...job, plan }, cause);
    if (!(await unit.jobs.add(job, at, requested))) return false;
    await unit.notifications.addDeparted(blueprint.template, planned.departed, at);
    if (isQueued) await unit.queue.runJob({ tenantId, jobId: id });
    if (approvalId !== undefined)
      await deps.approvals.open(unit, {
        id: approvalId,
        job,
        request: requestedOf(request),
        channel: { team, membershipType: plan.channel.membershipType },
        blueprint,
        requester,
        stages: approval.stages,
        planned: plannedChannelOf(plan),
        at,
      });
    return true;
  });
  if (isNew) return describeJob(newJobRecord(job, at), channelJob);
  const existing = await findJob(deps, tenantId, id);
  if (existing === undefined) throw new Error(`Job ${id} existed a moment ago and is gone.`);
  return describeJob(existing, channelJob);
}
