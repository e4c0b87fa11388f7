import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showJob } from './describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter job retry 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<job>', 'id of the job')
    .action(async (jobId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const job = await client.jobs.retryJob(jobId);
      output.note(`The job continues. Watch it with: charter job watch ${jobId}`);
      showJob(output, job);
    });
}
