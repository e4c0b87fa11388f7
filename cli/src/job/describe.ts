import type { Job } from '@charter/sdk';
import type { Output } from '../output.ts';

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
    error: job.data.error?.message,
    created: job.createdDateTime,
    changed: job.lastActionDateTime,
  });
  if (!output.json) output.result(undefined, job.log.map((line) => `  ${line}`).join('\n'));
}
