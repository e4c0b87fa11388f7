import type { JobSummary } from '../../engine/jobs/describe-job.ts';

/** Returns the published form of a job. Its subject is always a team, and its origin a template or nothing. */
export const presentJob = <J extends Pick<JobSummary, 'origin' | 'subject'>>({
  origin,
  subject,
  ...job
}: J) => ({
  ...job,
  template: origin,
  team: subject,
});
