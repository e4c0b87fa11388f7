import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter team history 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --limit 20')
    .argument('<team>', 'id of the team')
    .addOption(limitOption('records, newest first,', 100))
    .action(async (teamId: string, { limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const records = await collect(client.teams.history(teamId, pagesFor(limit)), limit);
      output.table(records, [
        { heading: 'TIME', value: ({ time }) => time },
        { heading: 'TYPE', value: ({ type }) => type },
        { heading: 'OUTCOME', value: ({ outcome }) => outcome },
        { heading: 'ACTOR', value: ({ actor }) => actor.displayName },
        { heading: 'TARGET', value: ({ target }) => `${target.type} ${target.displayName}` },
      ]);
    });
}
