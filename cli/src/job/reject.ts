import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showJob } from './describe.ts';

interface Options extends SharedOptions {
  message?: string;
}

export function define(command: Command): void {
  apiCommand(command, "charter job reject 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message 'Not these'")
    .argument('<job>', 'id of a job that waits for a second administrator')
    .option('--message <text>', 'message to the requester')
    .action(async (jobId: string, { message, ...options }: Options) => {
      const { client, output } = openSession(options);
      const job = await client.jobs.rejectJob(jobId, message === undefined ? {} : { message });
      output.note('The change is rejected.');
      showJob(output, job);
    });
}
