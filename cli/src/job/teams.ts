import type { JobTeam } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

const OUTCOMES = ['waiting', 'done', 'skipped', 'failed'] as const;

interface Options extends SharedOptions {
  outcome?: JobTeam['outcome'];
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter job teams 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --outcome failed')
    .argument('<job>', 'id of a job that `charter team bulk` started')
    .addOption(new Option('--outcome <outcome>', 'only teams with this result').choices(OUTCOMES))
    .addOption(limitOption('teams'))
    .action(async (jobId: string, { outcome, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(outcome !== undefined && { outcome }) };
      const teams = await collect(client.jobs.teams(jobId, query), limit);
      output.table(teams, [
        { heading: 'ID', value: ({ teamId }) => teamId },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'RESULT', value: (team) => team.outcome },
        { heading: 'REASON', value: ({ code, message }) => message ?? code },
      ]);
    });
}
