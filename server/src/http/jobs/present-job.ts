import type { JobSummary } from '../../engine/jobs/describe-job.ts';

/** Returns the published form: every job is about a team, and is made from a template or from none. */
export const presentJob = <J extends Pick<JobSummary, 'origin' | 'subject'>>({
  origin,
  subject,
  ...job
}: J) => ({
  ...job,
  template: origin,
  team: subject,
});
