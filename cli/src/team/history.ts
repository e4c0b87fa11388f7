import type { TeamHistoryRecord } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';

interface Options extends SharedOptions {
  limit: number;
}

const MOST_ON_A_PAGE = 999;

export function define(command: Command): void {
  apiCommand(command, 'charter team history 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --limit 20')
    .argument('<team>', 'id of the team')
    .option('--limit <number>', 'most records to list, newest first', wholeNumber, 50)
    .action(async (teamId: string, { limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const records: TeamHistoryRecord[] = [];
      const query = { $top: Math.min(Math.max(1, limit), MOST_ON_A_PAGE) };
      for await (const record of client.teams.history(teamId, query)) {
        if (records.length >= limit) break;
        records.push(record);
      }
      output.table(records, [
        { heading: 'TIME', value: ({ time }) => time },
        { heading: 'TYPE', value: ({ type }) => type },
        { heading: 'OUTCOME', value: ({ outcome }) => outcome },
        { heading: 'ACTOR', value: ({ actor }) => actor.displayName },
        { heading: 'TARGET', value: ({ target }) => `${target.type} ${target.displayName}` },
      ]);
    });
}
