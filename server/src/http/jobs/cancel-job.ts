import { cancelJob } from '../../flows/jobs/cancel-job.ts';
import { OtherAnswer, route } from '../route.ts';
import { Closed, Flag } from '../schema.ts';
import { Job, JobParams, presentJob } from './schemas.ts';

export const cancelJobRoute = route(
  {
    summary: 'Cancel a job',
    params: JobParams,
    querystring: Closed({
      remove: Flag('`true` deletes what the job has built; it stays otherwise'),
    }),
    response: Job,
    otherResponses: { 202: Job },
    context: 'jobs/$entity',
    description:
      'A job that waits ends at once: 200 with the job, whose `data.built` lists what stays. An active job ends after its present step, and a deletion takes time too: 202. A cancelled job is `failed` with the error code `Cancelled`. A job that waits for an approval ends together with it.',
  },
  async (deps, { principal, context, params, query }) => {
    const job = await cancelJob(deps, principal, context, { ...params, remove: query.remove ?? false });
    return job.status === 'failed' ? presentJob(job) : new OtherAnswer(202, presentJob(job));
  },
);
