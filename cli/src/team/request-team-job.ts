/** The common part of `charter team archive` and `charter team unarchive`: both start a job. */
import type { Session } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { assertCompleted, watchJob } from '../job-report.ts';

export interface ChangeOptions {
  watch?: boolean;
  timeout?: number;
}

/** Prints the job id. With --watch, waits for the job and prints the team id. */
export async function requestTeamJob(
  { client, output }: Session,
  teamId: string,
  { watch, timeout }: ChangeOptions,
  start: () => Promise<{ jobId: string }>,
): Promise<void> {
  if (timeout !== undefined && watch !== true) throw usage('--timeout needs --watch.');
  const { jobId } = await start();
  if (watch !== true) {
    output.result({ jobId }, jobId);
    return;
  }
  const job = await watchJob(client, jobId, timeout === undefined ? {} : { timeoutSeconds: timeout });
  assertCompleted(job);
  output.result(job, teamId);
}
