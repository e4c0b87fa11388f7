/** The state that the modules of one run share. */
import { withinTime } from '../../kernel/deadline.ts';
import { CharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { Deps } from '../deps.ts';
import type { UnitOfWork } from '../store.ts';
import {
  type AnyJobDefinition,
  type JobEnd,
  nameOfStep,
  type StepContext,
  type StepPorts,
} from './define-job.ts';
import type { JobLog } from './job-log.ts';
import type { RecordedJob } from './recorded-job.ts';

export interface RunJobDeps extends Deps {
  definitions: readonly AnyJobDefinition[];
  log: JobLog;
  ports?: Partial<StepPorts>;
  /** Timeout of a step, after which it is retried. Default: two minutes. */
  stepMilliseconds?: number;
  /**
   * Maximum age of the last fence check when a step begins; quick steps in between are recorded together. 0 records
   * each step before the next begins. Default: 100 ms, a hundredth of the time after which a worker counts as dead.
   */
  fenceMilliseconds?: number;
}

export interface JobRun {
  deps: RunJobDeps;
  tenantId: string;
  startedAt: Date;
  definition: AnyJobDefinition;
  recorded: RecordedJob;
}

const STEP_MILLISECONDS = 120_000;

/** Limits the duration of a step. The promise rejects after the timeout. */
export function withinStepTime<Result>({ deps, definition }: JobRun, step: string, work: Promise<Result>) {
  const { stepMilliseconds: milliseconds = STEP_MILLISECONDS } = deps;
  return withinTime(work, milliseconds, () => {
    const seconds = Math.round(milliseconds / 1000);
    const message = say('jobs.stepTooLong', "'{step}' did not end within {seconds} s.", {
      step: nameOfStep(definition, step),
      seconds,
    });
    return new CharterError('ServiceUnavailable', message);
  });
}

export const contextOf = ({ deps, tenantId, recorded }: JobRun): StepContext<never> => ({
  ...deps.ports,
  store: deps.store,
  suite: deps.suite,
  clock: deps.clock,
  log: deps.log,
  tenantId,
  job: recorded.job,
});

/** Writes a failure to the log of the service. */
export function logFailure({ deps, tenantId, recorded }: JobRun, step: string, error: CharterError): void {
  const details = { tenantId, jobId: recorded.job.id, step, err: error, ...error.log };
  if (error.code === 'InternalError') deps.log.error(details, 'A job failed inside the service');
  else deps.log.warn(details, 'A job failed');
}

type Written = (unit: UnitOfWork) => Promise<void>;

/** Returns the part of the transaction that ends a job; undefined when the end consists only of events. */
export const endWrites = ({ records, write }: JobEnd, at: Date): Written | undefined =>
  records.length === 0 && write === undefined
    ? undefined
    : async (unit) => {
        if (records.length > 0) await unit.audit.append(records, at);
        await write?.(unit, at);
      };

/** Returns the part of the transaction that ends a job without success: it also releases the job's reservations. */
export const endAndRelease =
  ({ recorded }: JobRun, end: JobEnd, at: Date): Written =>
  async (unit) => {
    await unit.jobs.release(recorded.job.id);
    await endWrites(end, at)?.(unit);
  };
