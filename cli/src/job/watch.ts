import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { assertCompleted, watchJob } from '../job-report.ts';
import { seconds } from '../values.ts';

interface Options extends SharedOptions {
  timeout?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter job watch 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --timeout 600')
    .argument('<job>', 'id of the job')
    .option('--timeout <seconds>', 'stop watching after this many seconds', seconds)
    .action(async (jobId: string, options: Options) => {
      const { client, output } = openSession(options);
      const { timeout } = options;
      const job = await watchJob(client, jobId, timeout === undefined ? {} : { timeoutSeconds: timeout });
      if (output.json) output.result(job, '');
      assertCompleted(job);
      if (!output.json) output.result(job, job.data.team?.id ?? job.id);
    });
}
