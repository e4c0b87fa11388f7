import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter policy teams 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<policy>', 'id of the policy')
    .addOption(limitOption('teams'))
    .action(async (policyId: string, { limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const teams = await collect(client.policies.teams(policyId, pagesFor(limit)), limit);
      output.table(teams, [
        { heading: 'TEAM', value: ({ teamId }) => teamId },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'ATTACHED', value: ({ attachedDateTime }) => attachedDateTime },
      ]);
    });
}
