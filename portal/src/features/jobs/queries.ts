/** Server state of jobs: keys, loading and invalidation. */
import type { Job, JobSummary } from '@charter/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';
import { equals, filterOf, inDays } from '../../base/filter-query.ts';
import { usePages } from '../../base/paging.ts';
import { useSession } from '../../sign-in/session-context.ts';

export const JOBS_KEY = 'jobs';
/** Jobs start and change at any time, so an open list is refreshed at this interval. */
const LIST_REFRESH_MILLISECONDS = 5_000;
const OPEN_REFRESH_MILLISECONDS = 3_000;
export const IDLE_REFRESH_MILLISECONDS = 15_000;
const MAX_ON_HOME = 5;

export const JOB_STATUSES = ['waiting', 'active', 'delayed', 'paused', 'completed', 'failed'] as const;
export const JOB_OUTCOMES = ['open', 'completed', 'rejected', 'withdrawn', 'failed'] as const;
const TYPES: Readonly<Record<Job['type'], true>> = {
  TeamProvisioning: true,
  ChannelProvisioning: true,
  TeamArchive: true,
  TeamUnarchive: true,
  ChannelArchive: true,
  ChannelUnarchive: true,
  TeamBulk: true,
  RoleChange: true,
};
export const JOB_TYPES = Object.keys(TYPES) as Job['type'][];

export type JobStatus = Job['status'];

export const hasEnded = ({ status }: { status: JobStatus }): boolean =>
  status === 'completed' || status === 'failed';

export const isCancelled = ({ error }: { error?: { code: string } | undefined }): boolean =>
  error?.code === 'Cancelled';

/** Codes of a request that ended without a team because of its approval. */
const UNAPPROVED = ['ApprovalRejected', 'ApprovalExpired', 'ApprovalCancelled'] as const;

/** Returns why a request was not approved; undefined for other jobs. */
export const notApprovedCode = ({ error }: { error?: { code: string } | undefined }) =>
  UNAPPROVED.find((code) => code === error?.code);

/** Filters of the list, as in the address. */
export interface JobFilters {
  /** Parts of words in the name of the team. */
  search?: string | undefined;
  status?: string | undefined;
  outcome?: string | undefined;
  /** The step that failed. */
  step?: string | undefined;
  type?: string | undefined;
  template?: string | undefined;
  requester?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const queryOf = (filters: JobFilters): { $filter?: string } =>
  filterOf([
    equals('status', filters.status),
    equals('outcome', filters.outcome),
    equals('error/step', filters.step),
    equals('type', filters.type),
    equals('template/id', filters.template),
    equals('requester/id', filters.requester),
    ...inDays('createdDateTime', filters.from, filters.until),
  ]);

/** The person's own jobs, or all jobs of the organisation for administrators. */
export function useJobs(filters: JobFilters) {
  const { jobs } = useClient();
  const search = filters.search?.trim() ?? '';
  const query = { ...queryOf(filters), ...(search !== '' && { $search: search }) };
  return usePages({
    queryKey: [JOBS_KEY, 'list', query],
    query,
    load: jobs.getJobs,
    refetchInterval: LIST_REFRESH_MILLISECONDS,
  });
}

/** The latest jobs that the person requested, refreshed more often while one of them is in progress. */
export function useMyJobs() {
  const { jobs } = useClient();
  const { person } = useSession();
  return useQuery({
    queryKey: [JOBS_KEY, 'mine'],
    queryFn: ({ signal }) =>
      jobs.getJobs({ ...queryOf({ requester: person.id }), $top: MAX_ON_HOME }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.value.some(isUnderWay) ? OPEN_REFRESH_MILLISECONDS : IDLE_REFRESH_MILLISECONDS,
  });
}

/** Jobs of these types that wait for a second administrator. */
export function useWaitingChanges(types: readonly Job['type'][]): readonly JobSummary[] {
  const { jobs } = useClient();
  const { data } = useQuery({
    queryKey: [JOBS_KEY, 'changes', ...types],
    queryFn: async ({ signal }) => {
      const pages = types.map((type) => jobs.getJobs(queryOf({ status: 'paused', type }), { signal }));
      return (await Promise.all(pages)).flatMap(({ value }) => value);
    },
    refetchInterval: IDLE_REFRESH_MILLISECONDS,
  });
  return data?.filter(({ secondApproval }) => secondApproval !== undefined) ?? [];
}

const isUnderWay = (job: JobSummary): boolean => !hasEnded(job) && job.status !== 'paused';

export const keyOf = (jobId: string) => [JOBS_KEY, 'one', jobId];
