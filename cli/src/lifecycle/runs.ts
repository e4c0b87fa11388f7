import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { showRun, showTeams, summaryOf } from './describe.ts';

interface Options extends SharedOptions {
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter lifecycle runs --limit 10')
    .argument('[run]', 'id of a run, to list the results for each team')
    .addOption(limitOption('runs, newest first,', 100))
    .action(async (runId: string | undefined, { limit, ...options }: Options) => {
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
      const value = await collect(client.lifecycle.list(pagesFor(limit)), limit);
      output.table(value, [
        { heading: 'ID', value: (run) => run.id },
        { heading: 'STATUS', value: (run) => run.status },
        { heading: 'TEAMS', value: (run) => summaryOf(run.counts) },
        { heading: 'REQUESTER', value: (run) => run.requester.displayName },
        { heading: 'CREATED', value: (run) => run.createdDateTime },
      ]);
    });
}
