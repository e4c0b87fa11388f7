/** The common part of the commands that archive and unarchive a team or a channel: each starts a job. */
import type { Session } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { assertCompleted, watchJob } from '../job-report.ts';

export interface ChangeOptions {
  watch?: boolean;
  timeout?: number;
}

/**
 * Prints the job id. With --watch, waits for the job and prints `id`.
 * @param id id of the team or channel
 */
export async function requestTeamJob(
  { client, output }: Session,
  id: string,
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
  output.result(job, id);
}
