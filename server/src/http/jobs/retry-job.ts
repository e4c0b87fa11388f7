import { retryJob } from '../../flows/jobs/retry-job.ts';
import { route } from '../route.ts';
import { Job, JobParams, presentJob } from './schemas.ts';

export const retryJobRoute = route(
  {
    summary: 'Retry a failed job',
    errors: [502],
    params: JobParams,
    response: Job,
    context: 'jobs/$entity',
    description:
      'Continues a job from the step at which it failed, under the same plan. A job that was rejected, withdrawn, not decided in time or cancelled is rejected with 409, and so is one whose name or singleton another request has taken.',
  },
  async (deps, { principal, context, params }) =>
    presentJob(await retryJob(deps, principal, context, params)),
);
