import { describeChange } from '../../engine/jobs/describe-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { JobChange } from '../../engine/jobs/ports.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { JobWatch } from './job-watch.ts';
import { type ReadJobDeps, readJob } from './read-jobs.ts';

export interface FollowJobDeps extends ReadJobDeps {
  jobWatch: Pick<JobWatch, 'changes'>;
}

/** Position of a reader: how many log lines it has received, and whether it has received the end of the job. */
export interface JobReaderPosition {
  length: number;
  isAtEnd: boolean;
}

export type JobEvent =
  | { event: 'job'; position: JobReaderPosition; data: ReturnType<typeof describeChange> }
  | { event: 'end'; position: JobReaderPosition; data: Pick<JobRecord, 'id' | 'status'> };

const hasEnded = ({ status }: Pick<JobRecord, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

const changeOf = (job: JobRecord, from: number): JobChange => ({
  ...job,
  length: job.log.length,
  log: job.log.slice(from),
});

const toEvent = (change: JobChange): JobEvent => ({
  event: 'job',
  position: { length: change.length, isAtEnd: false },
  data: describeChange(change),
});

const endOf = ({ id, status, length }: Pick<JobChange, 'id' | 'status' | 'length'>): JobEvent => ({
  event: 'end',
  position: { length, isAtEnd: true },
  data: { id, status },
});

async function* eventsOf(
  { jobWatch }: FollowJobDeps,
  tenantId: string,
  job: JobRecord,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<JobEvent, void, undefined> {
  const { length } = job.log;
  if (length > from) yield toEvent(changeOf(job, from));
  if (hasEnded(job)) return yield endOf({ ...job, length });
  for await (const change of jobWatch.changes(tenantId, job.id, length, signal)) {
    yield toEvent(change);
    if (hasEnded(change)) return yield endOf(change);
  }
}

/**
 * Yields a job with the lines of its log after the reader's position, then each change, until the job ends or the
 * signal aborts. Returns undefined when the reader has received the end already.
 * @throws NotFound
 */
export async function followJob(
  deps: FollowJobDeps,
  principal: Principal,
  context: RequestContext,
  { jobId, after }: { jobId: string; after: JobReaderPosition | undefined },
  signal: AbortSignal,
): Promise<AsyncIterable<JobEvent> | undefined> {
  const job = await readJob(deps, principal, context, jobId);
  const { length } = job.log;
  // A position beyond the end belongs to the log of another job.
  const position = after === undefined || after.length > length ? undefined : after;
  if (position?.isAtEnd && position.length === length && hasEnded(job)) return undefined;
  return eventsOf(deps, principal.tenantId, job, position?.length ?? 0, signal);
}
