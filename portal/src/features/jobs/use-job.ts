/** The state of one job, which its page follows, and the actions on it. The first page does not load this module. */
import type { CharterClient, Job, JobChange, JobProgress } from '@charter/sdk';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshAfter, shouldRetryWithNewToken, useClient } from '../../base/client.ts';
import { NOTIFICATIONS_KEY } from '../notifications/queries.ts';
import { POLICIES_KEY } from '../policies/queries.ts';
import { TEAMS_KEY } from '../teams/queries.ts';
import { hasEnded, IDLE_REFRESH_MILLISECONDS, JOBS_KEY, keyOf } from './queries.ts';

/** A job, followed until it ends. */
export function useJob(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const job = useQuery({
    queryKey: keyOf(jobId),
    queryFn: ({ signal }) => client.jobs.getJob(jobId, { signal }),
    // Refreshes the page even when the event stream fails, and when somebody retries a failed job.
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'completed' ? false : IDLE_REFRESH_MILLISECONDS,
  });
  const isOpen = job.data !== undefined && !hasEnded(job.data);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leaving = new AbortController();
    void follow(client, queries, jobId, leaving.signal);
    return () => leaving.abort();
  }, [client, queries, jobId, isOpen]);
  return job;
}

/** Writes the changes of a job into its query. When the job ends, refreshes jobs, teams, policies and notifications. */
async function follow(
  client: CharterClient,
  queries: QueryClient,
  jobId: string,
  signal: AbortSignal,
  tries = 0,
): Promise<void> {
  const position = queries.getQueryData<Job>(keyOf(jobId))?.log.length ?? 0;
  try {
    for await (const change of client.jobs.watchJob(jobId, { signal, position })) {
      const before = queries.getQueryData<Job>(keyOf(jobId));
      queries.setQueryData<Job>(keyOf(jobId), (job) => job && withChange(job, change));
      // An approver may have changed the plan.
      if (before?.status === 'paused' && !hasEnded(change))
        await queries.invalidateQueries({ queryKey: keyOf(jobId) });
      // useJob stops following when the job ends, so the lists are refreshed here.
      if (hasEnded(change))
        await Promise.all(
          [JOBS_KEY, TEAMS_KEY, POLICIES_KEY, NOTIFICATIONS_KEY].map((key) => readAgain(queries, key)),
        );
    }
  } catch (error) {
    if (shouldRetryWithNewToken(tries, error)) return follow(client, queries, jobId, signal, tries + 1);
    // The query shows the error.
  }
  if (!signal.aborted) await readAgain(queries, JOBS_KEY);
}

const readAgain = (queries: QueryClient, key: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: [key] });

function withChange(job: Job, change: JobChange<JobProgress>): Job {
  const { error: _, ...data } = job.data;
  const { position, team, error, log, ...rest } = change;
  return {
    ...job,
    ...rest,
    log: [...job.log.slice(0, position - log.length), ...log],
    team: { ...job.team, ...team },
    data: { ...data, ...(error && { error }), ...(team.id !== undefined && { team: { id: team.id } }) },
  };
}

const bodyOf = (message: string) => (message.trim() === '' ? {} : { message });

/** The actions on a job. Each refreshes all jobs. */
export function useJobActions(jobId: string) {
  const { jobs } = useClient();
  const queries = useQueryClient();
  const onSettled = refreshAfter(queries, [JOBS_KEY]);
  return {
    /**
     * Requests a clean-up if the job is still failed, and returns whether it was. While somebody else retries the job,
     * the call would cancel the retry.
     */
    cleanUp: useMutation({
      mutationFn: async () => {
        const read = { queryKey: keyOf(jobId), queryFn: () => jobs.getJob(jobId), staleTime: 0 };
        if ((await queries.fetchQuery(read)).status !== 'failed') return false;
        await jobs.cancelJob(jobId, { remove: true });
        return true;
      },
      onSettled,
    }),
    approve: useMutation({
      mutationFn: (message: string) => jobs.approveJob(jobId, bodyOf(message)),
      onSettled,
    }),
    reject: useMutation({
      mutationFn: (message: string) => jobs.rejectJob(jobId, bodyOf(message)),
      onSettled,
    }),
    cancel: useMutation({ mutationFn: (remove: boolean) => jobs.cancelJob(jobId, { remove }), onSettled }),
    retry: useMutation({ mutationFn: () => jobs.retryJob(jobId), onSettled }),
  };
}
