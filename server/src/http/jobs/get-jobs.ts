import { listJobs } from '../../flows/jobs/list-jobs.ts';
import { route } from '../route.ts';
import { keyOf, readJobsQuery } from './query.ts';
import { Jobs, JobsQuery, presentJob } from './schemas.ts';

export const getJobsRoute = route(
  {
    summary: 'List jobs',
    querystring: JobsQuery,
    collection: Jobs,
    description:
      'Newest first. Lists the jobs that the caller requested; for administrators all of the tenant. `getJob` has the log, the steps and the plan.',
  },
  async (deps, { principal, query }) => {
    const { items, next } = await listJobs(deps, principal, readJobsQuery(query));
    return { items: items.map(presentJob), next: next && keyOf(next) };
  },
);
