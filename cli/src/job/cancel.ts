import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showJob } from './describe.ts';

interface Options extends SharedOptions {
  remove?: boolean;
}

export function define(command: Command): void {
  apiCommand(command, 'charter job cancel 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --remove')
    .argument('<job>', 'id of the job')
    .option('--remove', 'delete what the job has built; it stays otherwise')
    .action(async (jobId: string, { remove, ...options }: Options) => {
      const { client, output } = openSession(options);
      const job = await client.jobs.cancelJob(jobId, { remove: remove ?? false });
      output.note(
        job.status === 'failed'
          ? 'The job is cancelled.'
          : `The job ends soon. Watch it with: charter job watch ${jobId}`,
      );
      showJob(output, job);
    });
}
