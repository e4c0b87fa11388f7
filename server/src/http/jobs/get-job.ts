import { getJob } from '../../flows/jobs/get-job.ts';
import { route } from '../route.ts';
import { Job, JobParams, presentJob } from './schemas.ts';

export const getJobRoute = route(
  {
    summary: 'Get a job',
    params: JobParams,
    response: Job,
  },
  async (deps, { principal, params }) => presentJob(await getJob(deps, principal, params)),
);
