/** Defines the job that changes many teams (docs/bulk.md). Its teams and their results are separate rows. */
import {
  causeOfJob,
  defineJob,
  failureFields,
  type StepContext,
  type StepOutcome,
  type StepPart,
} from '../../engine/jobs/define-job.ts';
import type { BulkProgress, JobError, JobRecord } from '../../engine/jobs/model.ts';
import { CharterError } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { bulkPlanOf, changeTeam } from './change-team.ts';
import { bulkCancelled, bulkCompleted, bulkFailed, bulkRetried } from './events.ts';
import { type BulkPlan, progressOf } from './model.ts';

/**
 * Maximum number of teams that one part of the job reads. Teams with an earlier attempt come first, so at most this
 * many teams wait for a retry.
 */
const WINDOW = 40;
const AT_ONCE = 4;
/** Time after which a part of the job starts no further teams. */
const PART_MILLISECONDS = 2_000;

const endedOf = ({ done, skipped, failed }: BulkProgress): number => done + skipped + failed;

const lineOf = (bulk: BulkProgress): Message => {
  const { count, done, skipped, failed } = bulk;
  return say('bulk.progress', '{ended} of {count} teams: {done} done, {skipped} skipped, {failed} failed.', {
    ended: endedOf(bulk),
    count,
    done,
    skipped,
    failed,
  });
};

const percentOf = (bulk: BulkProgress): number => Math.floor((100 * endedOf(bulk)) / Math.max(1, bulk.count));

/** Changes some teams concurrently. Throws only after all of them have ended. */
async function changeSome(step: StepContext<BulkPlan>, which: 'all' | 'begun'): Promise<void> {
  const { store, tenantId, job, clock } = step;
  const begunAt = clock.now().getTime();
  const open = await store.in(tenantId).bulkTeams.listOpen(job.id, WINDOW, which);
  const due = open.filter(({ dueAt }) => dueAt === null || dueAt.getTime() <= begunAt);
  const work = async (): Promise<void> => {
    for (let team = due.shift(); team !== undefined; team = due.shift()) {
      await changeTeam(step, team);
      if (clock.now().getTime() - begunAt > PART_MILLISECONDS) return;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}

/**
 * Changes the next teams.
 * @throws ServiceUnavailable, with the time of the next attempt, when no further team has ended
 */
async function changePart(
  step: StepContext<BulkPlan>,
  which: 'all' | 'begun',
  before: BulkProgress | null,
): Promise<{ bulk: BulkProgress; isLast: boolean }> {
  const { store, tenantId, job, clock } = step;
  const { bulkTeams } = store.in(tenantId);
  await changeSome(step, which);
  const [counts, open] = await Promise.all([
    bulkTeams.count(job.id),
    bulkTeams.listOpen(job.id, WINDOW, which),
  ]);
  const bulk = progressOf(bulkPlanOf(step).action, counts);
  if (open.length === 0) return { bulk, isLast: true };
  const wait = Math.min(...open.map(({ dueAt }) => dueAt?.getTime() ?? 0)) - clock.now().getTime();
  const hasMoved = before === null || endedOf(bulk) > endedOf(before);
  if (hasMoved || wait <= 0) return { bulk, isLast: false };
  throw new CharterError('ServiceUnavailable', say('bulk.waits', 'The suite asks to come back later.'), {
    retryAfterSeconds: wait / 1000,
  });
}

async function changeTeams(step: StepContext<BulkPlan>): Promise<StepOutcome | StepPart> {
  const { bulk, isLast } = await changePart(step, 'all', step.job.bulk);
  if (isLast) return { message: lineOf(bulk), bulk };
  // Logs at most one line for each percent, so that the log stays bounded.
  const isNews = step.job.bulk === null || percentOf(bulk) > percentOf(step.job.bulk);
  return { continues: true, bulk, ...(isNews && { message: lineOf(bulk) }) };
}

/** Completes the changes in progress, so that each has its result, event and audit record. */
async function settle(step: StepContext<BulkPlan>) {
  let part = await changePart(step, 'begun', step.job.bulk);
  while (!part.isLast) part = await changePart(step, 'begun', part.bulk);
  return { message: lineOf(part.bulk), bulk: part.bulk };
}

function end(job: JobRecord<BulkPlan>, error: JobError | undefined) {
  const cause = causeOfJob(job);
  const record =
    error === undefined
      ? bulkCompleted.record(job, cause)
      : bulkFailed.record(job, cause, failureFields(error));
  return { events: [], records: [record] };
}

export const bulkJob = defineJob<BulkPlan, object>({
  type: 'TeamBulk',
  steps: { changeTeams },
  names: { changeTeams: say('bulk.changeTeams', 'Change the teams') },
  settle,
  end,
  remains: ({ bulk }) => {
    const left = bulk === null ? 0 : bulk.count - endedOf(bulk);
    return left === 0 ? undefined : say('bulk.notReached', 'Teams not reached: {left}.', { left });
  },
  cancelled: (job, cause) => bulkCancelled.record(job, cause),
  retried: (job, cause) => bulkRetried.record(job, cause),
  describe: () => ({}),
});
