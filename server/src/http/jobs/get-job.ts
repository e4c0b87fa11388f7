import { getJob } from '../../flows/jobs/get-job.ts';
import { route } from '../route.ts';
import { Closed, Id } from '../schema.ts';
import { Job } from './schemas.ts';

export const getJobRoute = route(
  {
    summary: 'Get a job',
    params: Closed({ jobId: Id('The job’s id') }),
    response: Job,
    context: 'jobs/$entity',
  },
  (deps, call) => getJob(deps, call.principal, { jobId: call.params.jobId }),
);
