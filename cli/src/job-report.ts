/** Watches a job on stderr: a progress bar on a terminal, log lines elsewhere. */
import type { CharterClient, Job, JobProgress } from '@charter/sdk';
import type { SingleBar } from 'cli-progress';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { writeNote } from './output.ts';
import { cell } from './terminal.ts';

/** The fields of a job that a display shows. */
type Shown = Pick<JobProgress, 'status' | 'progress' | 'log'>;

interface Display {
  /** @param job the job; its `log` contains only the new lines */
  show(job: Shown): void;
  close(): void;
}

const STATUS_WORDS: Partial<Record<Shown['status'], string>> = {
  waiting: 'waiting for a worker',
  delayed: 'waiting for the suite',
  paused: 'waiting for approval',
};

/** Message of the newest log line, without its timestamp. */
function latestMessage(job: Shown): string {
  return (job.log.at(-1) ?? '').replace(/^\S+ /, '');
}

const headline = (job: Shown): string => STATUS_WORDS[job.status] ?? latestMessage(job);

/** Prints each log line once. */
function lineDisplay(): Display {
  return {
    show: (job) => {
      for (const line of job.log) writeNote(line);
    },
    close: () => undefined,
  };
}

async function barDisplay(): Promise<Display> {
  const { default: progress } = await import('cli-progress');
  const bar: SingleBar = new progress.SingleBar({
    format: '{bar} {percentage}%  {message}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    linewrap: true,
    stream: process.stderr,
  });
  bar.start(100, 0, { message: '' });
  return {
    show: (job) => bar.update(job.progress, { message: cell(headline(job)) }),
    close: () => bar.stop(),
  };
}

export interface WatchOptions {
  /** Stops watching after this many seconds. The job continues. */
  timeoutSeconds?: number;
}

/**
 * Watches a job until it ends, and returns it, failed or completed.
 * @throws CommandFailure (still running) after the timeout
 */
export async function watchJob(
  client: CharterClient,
  jobId: string,
  options: WatchOptions = {},
): Promise<Job> {
  const { timeoutSeconds } = options;
  const display = process.stderr.isTTY ? await barDisplay() : lineDisplay();
  const signal = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const watching = signal === undefined ? {} : { signal };
    for await (const change of client.jobs.watchJob(jobId, watching)) display.show(change);
    return await client.jobs.getJob(jobId, watching);
  } catch (error) {
    if (signal?.aborted !== true || error !== signal.reason) throw error;
    throw new CommandFailure(
      EXIT.stillRunning,
      `The job ${jobId} is still running after ${timeoutSeconds} seconds. Continue with: charter job watch ${jobId}`,
    );
  } finally {
    display.close();
  }
}

/** @throws CommandFailure when the job failed */
export function assertCompleted(job: Job): void {
  if (job.status !== 'failed') return;
  const { error } = job.data;
  const step = error?.step ? ` in the step '${error.step}'` : '';
  const reason = error === undefined ? '' : `: ${error.message} (${error.code})`;
  throw new CommandFailure(EXIT.jobFailed, `The job ${job.id} failed${step}${reason}`);
}
