/** The results of a bulk job by team. The first page does not load this module. */
import type { Job, JobTeam } from '@charter/sdk';
import { useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';
import { hasEnded, JOBS_KEY } from './queries.ts';

const REFRESH_MILLISECONDS = 3_000;

export const RESULTS = ['done', 'skipped', 'failed', 'waiting'] as const satisfies JobTeam['outcome'][];

/** The results so far. They are refreshed until the job ends, and once after its end. */
export function useJobTeams(job: Job, outcome: JobTeam['outcome'] | undefined) {
  const { jobs } = useClient();
  return usePages({
    queryKey: [JOBS_KEY, 'teams', job.id, outcome, hasEnded(job)],
    query: outcome === undefined ? {} : { outcome },
    load: (query, options) => jobs.getJobTeams(job.id, query, options),
    refetchInterval: hasEnded(job) ? false : REFRESH_MILLISECONDS,
  });
}
