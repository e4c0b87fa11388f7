import { setTimeout as delay } from 'node:timers/promises';
import type { CharterClient, LifecycleRun } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect } from '../collections.ts';
import { CommandFailure, EXIT, usage } from '../exit-codes.ts';
import { seconds } from '../values.ts';
import { showRun, showTeams } from './describe.ts';

interface Options extends SharedOptions {
  watch?: boolean;
  timeout?: number;
}

/** Interval of polls that stays below the rate limit of reads. */
const POLL_MILLISECONDS = 2000;

const isOver = ({ status }: LifecycleRun): boolean => status === 'completed' || status === 'failed';

async function follow(client: CharterClient, runId: string, timeoutSeconds: number): Promise<LifecycleRun> {
  const end = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const run = await client.lifecycle.getLifecycleRun(runId);
    if (isOver(run) || Date.now() >= end) return run;
    await delay(POLL_MILLISECONDS);
  }
}

export function define(command: Command): void {
  apiCommand(command, 'charter lifecycle run --watch')
    .option('--watch', 'watch the run until it ends, and list the results for each team')
    .option('--timeout <seconds>', 'stop watching after this many seconds (default: 3600)', seconds)
    .action(async ({ watch, timeout, ...options }: Options) => {
      if (timeout !== undefined && watch !== true) throw usage('--timeout needs --watch.');
      const { client, output } = openSession(options);
      const begun = await client.lifecycle.startLifecycleRun({ idempotencyKey: true });
      if (watch !== true) {
        output.result(begun, begun.id);
        return;
      }
      const run = await follow(client, begun.id, timeout ?? 3600);
      const teams = await collect(client.lifecycle.teams(run.id, { $top: 999 }));
      if (output.json) output.result({ ...run, teams }, '');
      else {
        showTeams(output, teams);
        showRun(output, run);
      }
      if (run.status === 'failed') throw new CommandFailure(EXIT.jobFailed, run.error ?? 'The run failed.');
      if (!isOver(run)) {
        throw new CommandFailure(
          EXIT.stillRunning,
          `The run ${run.id} is still running. Show it with: charter lifecycle runs ${run.id}`,
        );
      }
    });
}
