import type { Job } from '@charter/sdk';
import type { Output } from '../output.ts';

export const teamsOf = ({ action, count, done, skipped, failed }: NonNullable<Job['bulk']>): string =>
  `${action} ${count}: ${done} done, ${skipped} skipped, ${failed} failed`;

const waitingWords = ({ approver, outcome, expiresDateTime }: NonNullable<Job['secondApproval']>): string =>
  outcome === undefined
    ? `needed until ${expiresDateTime}`
    : `${outcome} by ${approver?.displayName ?? approver?.id}`;

/** Shows the job of a change that waits for a second administrator. */
export function showWaiting(output: Output, job: Job): void {
  output.note(`A second administrator must approve the change: charter job approve ${job.id}`);
  showJob(output, job);
}

export function showJob(output: Output, job: Job): void {
  output.fields(job, {
    id: job.id,
    type: job.type,
    status: job.status,
    progress: `${job.progress}%`,
    'team name': job.team.displayName,
    team: job.team.id,
    template: job.template?.name,
    requester: job.requester.displayName,
    approval: job.data.approval?.id,
    teams: job.bulk && teamsOf(job.bulk),
    'second administrator': job.secondApproval && waitingWords(job.secondApproval),
    error: job.data.error?.message,
    created: job.createdDateTime,
    changed: job.lastActionDateTime,
  });
  if (!output.json) output.result(undefined, job.log.map((line) => `  ${line}`).join('\n'));
}
