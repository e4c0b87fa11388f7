import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { ownersOf } from './describe.ts';

interface Options extends SharedOptions {
  template?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter directory similar "Harbour tunnel"')
    .argument('<name>', 'name of the team that you want to request')
    .option('--template <id>', 'template of the request')
    .action(async (name: string, { template, ...options }: Options) => {
      const { client, output } = openSession(options);
      const { value } = await client.directory.findSimilarTeams({
        team: { name },
        ...(template !== undefined && { template: { id: template } }),
      });
      output.table(value, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'OWNERS', value: ownersOf },
        { heading: 'DESCRIPTION', value: ({ description }) => description },
      ]);
    });
}
