import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect } from '../collections.ts';
import { wholeNumber } from '../values.ts';
import { showRun, showTeams, summaryOf } from './describe.ts';

interface Options extends SharedOptions {
  top: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter lifecycle runs --top 10')
    .argument('[run]', 'id of a run, to list the results for each team')
    .option('--top <number>', 'most entries to list, newest first', wholeNumber, 100)
    .action(async (runId: string | undefined, { top, ...options }: Options) => {
      const { client, output } = openSession(options);
      if (runId !== undefined) {
        const run = await client.lifecycle.getLifecycleRun(runId);
        const teams = await collect(client.lifecycle.teams(runId, { $top: 999 }));
        if (output.json) output.result({ ...run, teams }, '');
        else {
          showTeams(output, teams);
          showRun(output, run);
        }
        return;
      }
      const { value } = await client.lifecycle.getLifecycleRuns({ $top: top });
      output.table(value, [
        { heading: 'ID', value: (run) => run.id },
        { heading: 'STATUS', value: (run) => run.status },
        { heading: 'TEAMS', value: (run) => summaryOf(run.counts) },
        { heading: 'REQUESTER', value: (run) => run.requester.displayName },
        { heading: 'CREATED', value: (run) => run.createdDateTime },
      ]);
    });
}
