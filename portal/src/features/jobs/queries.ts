/** Server state of jobs: keys, loading, following and invalidation. */
import type { CharterClient, Job, JobChange, JobProgress, JobSummary } from '@charter/sdk';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../../app/client.ts';
import { usePages } from '../../app/paging.ts';
import { useSession } from '../../sign-in/session-context.ts';

const KEY = 'jobs';
/** Jobs come and change at any time, so an open list reads them again at this interval. */
const LIST_REFRESH_MILLISECONDS = 5_000;
const OPEN_REFRESH_MILLISECONDS = 3_000;
const IDLE_REFRESH_MILLISECONDS = 15_000;
const MOST_ON_HOME = '5';

export const JOB_STATUSES = ['waiting', 'active', 'delayed', 'paused', 'completed', 'failed'] as const;
export const JOB_TYPES = ['TeamProvisioning', 'TeamArchive', 'TeamUnarchive'] as const;

export type JobStatus = Job['status'];

export const hasEnded = ({ status }: { status: JobStatus }): boolean =>
  status === 'completed' || status === 'failed';

export const isCancelled = ({ error }: { error?: { code: string } | undefined }): boolean =>
  error?.code === 'Cancelled';

/** Filters of the list, as the address has them. */
export interface JobFilters {
  status?: string | undefined;
  type?: string | undefined;
  template?: string | undefined;
  requester?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns the beginning of a day in the person's time zone. */
const startOf = (day: string, daysLater = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
};

function filterOf({ status, type, template, requester, from, until }: JobFilters): string {
  const equal = { status, type, 'template/id': template, 'requester/id': requester };
  return [
    ...Object.entries(equal)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .map(([field, value]) => `${field} eq ${quoted(value)}`),
    ...(from === undefined ? [] : [`createdDateTime ge ${startOf(from)}`]),
    ...(until === undefined ? [] : [`createdDateTime lt ${startOf(until, 1)}`]),
  ].join(' and ');
}

/** The person's own jobs; for administrators those of the organisation. */
export function useJobs(filters: JobFilters) {
  const { jobs } = useClient();
  const filter = filterOf(filters);
  return usePages({
    queryKey: [KEY, 'list', filter],
    query: filter === '' ? {} : { $filter: filter },
    load: jobs.getJobs,
    refetchInterval: LIST_REFRESH_MILLISECONDS,
  });
}

/** The person's latest requests, read more often while one of them is under way. */
export function useMyJobs() {
  const { jobs } = useClient();
  const { person } = useSession();
  const $filter = filterOf({ requester: person.id });
  return useQuery({
    queryKey: [KEY, 'mine'],
    queryFn: ({ signal }) => jobs.getJobs({ $filter, $top: MOST_ON_HOME }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.value.some(isUnderWay) ? OPEN_REFRESH_MILLISECONDS : IDLE_REFRESH_MILLISECONDS,
  });
}

const isUnderWay = (job: JobSummary): boolean => !hasEnded(job) && job.status !== 'paused';

const keyOf = (jobId: string) => [KEY, 'one', jobId];

/** A job that is followed while it has not ended. */
export function useJob(jobId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const job = useQuery({
    queryKey: keyOf(jobId),
    queryFn: ({ signal }) => client.jobs.getJob(jobId, { signal }),
    // Should the job not be followed, its page is late at most.
    refetchInterval: ({ state: { data } }) =>
      data === undefined || hasEnded(data) ? false : IDLE_REFRESH_MILLISECONDS,
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

/** Writes the changes of a job into its query, and reads it again at its end. */
async function follow(
  client: CharterClient,
  queries: QueryClient,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  const position = queries.getQueryData<Job>(keyOf(jobId))?.log.length ?? 0;
  try {
    for await (const change of client.jobs.watchJob(jobId, { signal, position })) {
      const before = queries.getQueryData<Job>(keyOf(jobId));
      queries.setQueryData<Job>(keyOf(jobId), (job) => job && withChange(job, change));
      // An approver may have changed the plan.
      if (before?.status === 'paused' && !hasEnded(change))
        await queries.invalidateQueries({ queryKey: keyOf(jobId) });
    }
  } catch {
    // The query shows why the job can't be read.
  }
  if (!signal.aborted) await queries.invalidateQueries({ queryKey: [KEY] });
}

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

/** What one can do with a job. All jobs are read again after it. */
export function useJobActions(jobId: string) {
  const { jobs } = useClient();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: [KEY] });
  return {
    cancel: useMutation({ mutationFn: (remove: boolean) => jobs.cancelJob(jobId, { remove }), onSettled }),
    retry: useMutation({ mutationFn: () => jobs.retryJob(jobId), onSettled }),
  };
}
