import type { Deps } from '../../engine/deps.ts';
import { nameOfStep } from '../../engine/jobs/define-job.ts';
import type { Job } from '../../engine/jobs/describe-job.ts';
import { currentStep, type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { conflict, messageOf } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';
import { findChangeableJob } from './access.ts';
import { describeAnyJob, jobDefinitionOf, type WithDefinitions } from './definition-of.ts';

export interface RetryJobDeps extends Pick<Deps, 'store' | 'suite' | 'clock'>, WithDefinitions {}

/** @throws Conflict */
function assertRetryable({ status, error, cancellation }: JobRecord): void {
  if (status === 'completed') throw conflict(say('jobs.isCompleted', 'The job is completed.'));
  if (status !== 'failed') {
    throw conflict(
      say('jobs.notEnded', 'The job has not ended. It continues by itself, or can be cancelled.'),
    );
  }
  if (cancellation?.ended) {
    throw conflict(say('jobs.cleanedUp', 'What the job had built is deleted. Send a new request.'));
  }
  // Only a job that failed at a step can continue.
  if (error === null || error.step === null) {
    const reason = error === null ? say('jobs.hasEnded', 'The job has ended.') : messageOf(error);
    throw conflict(say('jobs.sendNew', '{reason} Send a new request.', { reason }));
  }
}

/**
 * Continues a failed job from its first unfinished step, under the same plan. One transaction claims its reservations
 * again, queues it and writes the audit record. A call repeated under the same operation id changes nothing further.
 * @throws NotFound, Forbidden, Conflict; NameAlreadyExists or PolicyViolation when the job can't have its reservations
 * again
 */
export async function retryJob(
  deps: RetryJobDeps,
  principal: Principal,
  context: RequestContext,
  input: { jobId: string },
): Promise<Job<ProvisioningJobData>> {
  const { store } = deps;
  const { tenantId, displayName } = principal;
  const found = await findChangeableJob(store, principal, input.jobId);
  const job = found as JobRecord<never>;
  if (found.operationId === context.operationId) return describeAnyJob(found, deps);
  assertRetryable(found);
  const definition = jobDefinitionOf(found, deps);
  const reclaim = await definition.reclaim?.(deps, tenantId, job);
  const at = deps.clock.now();
  const retrying = say('jobs.retried', "{name} asked to retry the job from '{step}'.", {
    name: displayName,
    step: nameOfStep(definition, currentStep(job) ?? ''),
  });
  const log = [logLine(at, retrying)];
  await store.transaction(tenantId, async (unit) => {
    if (!(await unit.jobs.retry(job.id, context.operationId, log, at))) {
      throw conflict(say('jobs.retriedMeanwhile', 'Somebody else retried the job at the same moment.'));
    }
    await reclaim?.(unit);
    await unit.queue.runJob({ tenantId, jobId: job.id });
    await unit.audit.append([definition.retried(job, causeOf(principal, context))], at);
  });
  const retried = await store.in(tenantId).jobs.find(job.id);
  return describeAnyJob(retried ?? found, deps);
}
