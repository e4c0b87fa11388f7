/**
 * Plans again a request that waits for its approval, because people may have left and names may have been taken since
 * the request was made. Requests for teams and for channels have different plans.
 */
import type { Person } from '../../domain/directory/find-people.ts';
import type { LogLine } from '../../engine/jobs/model.ts';
import type { ReplannedJob } from '../../engine/jobs/ports.ts';
import type { Cause } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { plannedChannelLine } from '../channel-requests/create-channel-request.ts';
import { type ChannelPlan, plannedChannelOf } from '../channel-requests/plan.ts';
import {
  type ChannelPlanningInput,
  planChannel,
  planCompliantChannel,
} from '../channel-requests/plan-channel.ts';
import { type ProvisioningPlan, plannedTeamOf, type ShownPlan } from '../provisioning/plan.ts';
import {
  type PlanningDeps,
  planCompliantTeam,
  plannedLine,
  planProvisioning,
} from '../provisioning/plan-provisioning.ts';
import type { ChannelPlace, PendingApproval, PlanSummary } from '../provisioning/ports.ts';
import type { TeamProvisioningRequest } from '../provisioning/request.ts';
import { claimName, claimSingleton, holdFiles } from '../provisioning/reservations.ts';
import { type ApprovalRecord, requesterOf, updatedTeam } from './model.ts';

export interface PendingRequest {
  /** The stored approval with the changes of the current call. */
  approval: ApprovalRecord;
  tenantId: string;
  /** The stages of the approval, and the conditions that selected them. */
  required: PendingApproval;
}

/** Returns the part of the plan in the job that approvers are notified of. */
export const plannedOf = ({ channel }: Pick<ApprovalRecord, 'channel'>, plan: unknown): PlanSummary =>
  channel === null ? plannedTeamOf(plan as ProvisioningPlan) : plannedChannelOf(plan as ChannelPlan);

/** The parts of the new plan that an approval writes. */
export interface PlannedAgain {
  job: ReplannedJob;
  planned: PlanSummary;
  /** People who have left the directory, and approvers who are unavailable. */
  departed: Person[];
  line(at: Date): LogLine;
  /** Reserves names and files, in each transaction that writes the plan. */
  reserve(unit: UnitOfWork, at: Date): Promise<void>;
  /** Makes the writes of the transaction that queues the job. */
  start(unit: UnitOfWork): Promise<void>;
}

const teamRequestOf = ({ approval }: PendingRequest): TeamProvisioningRequest => ({
  template: { id: approval.template.id },
  team: updatedTeam(approval),
  ...(approval.metadata && { metadata: approval.metadata }),
});

const channelInputOf = (
  { approval, required }: PendingRequest,
  { team }: ChannelPlace,
  cause: Cause,
): ChannelPlanningInput => {
  const { name, description, membership } = updatedTeam(approval);
  return {
    teamId: team.id,
    jobId: approval.jobId,
    cause,
    pending: required,
    request: {
      template: { id: approval.template.id },
      channel: { name, ...(description !== undefined && { description }), ...(membership && { membership }) },
      ...(approval.metadata && { metadata: approval.metadata }),
    },
  };
};

/** The plan of a dry run: of the requested team, or of the requested channel. */
export type PlannedRequest = { team: ShownPlan } | { channel: ChannelPlan };

/**
 * Returns the plan of a team or channel with a verdict for each policy, violated ones included.
 * @throws the errors of planProvisioning or planChannel
 */
export async function showPlan(
  deps: PlanningDeps,
  request: PendingRequest,
  cause: Cause,
): Promise<PlannedRequest> {
  const { approval, tenantId, required } = request;
  const requester = requesterOf(approval, tenantId);
  if (approval.channel !== null) {
    const input = channelInputOf(request, approval.channel, cause);
    return { channel: (await planChannel(deps, requester, input)).plan };
  }
  return { team: await planProvisioning(deps, requester, approval.jobId, teamRequestOf(request), required) };
}

/**
 * Plans the request again.
 * @throws the errors of planCompliantTeam or planCompliantChannel
 */
export async function planAgain(
  deps: PlanningDeps,
  request: PendingRequest,
  cause: Cause,
): Promise<PlannedAgain> {
  const { approval, tenantId, required } = request;
  const { jobId } = approval;
  const requester = requesterOf(approval, tenantId);
  if (approval.channel === null) {
    const { plan, gathered } = await planCompliantTeam(
      deps,
      requester,
      teamRequestOf(request),
      jobId,
      required,
    );
    return {
      job: { plan, steps: plan.steps, name: plan.name },
      planned: plannedTeamOf(plan),
      departed: gathered.departed,
      line: (at) => plannedLine(at, plan),
      async reserve(unit, at) {
        await claimName(unit, plan, jobId, gathered.readAt);
        // Since the request, the template may have been changed to permit only one team.
        await claimSingleton(unit, gathered.blueprint, jobId, gathered.staleSingletonJobId);
        await holdFiles(unit, jobId, plan, at);
      },
      start: async () => undefined,
    };
  }
  const input = channelInputOf(request, approval.channel, cause);
  const { plan, departed, hold } = await planCompliantChannel(deps, requester, input);
  return {
    job: { plan, steps: plan.steps },
    planned: plannedChannelOf(plan),
    departed,
    line: (at) => plannedChannelLine(at, plan),
    reserve: async () => undefined,
    start: async (unit) => hold?.(unit, jobId),
  };
}
