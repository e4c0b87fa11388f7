import type { DirectoryTeamsQuery } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { ownersOf, standingOf } from './describe.ts';

interface Options extends SharedOptions {
  search?: string;
  filter?: string;
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter directory list --search harbour')
    .option('--search <words>', 'parts of words in the name, or beginnings of words in public answers')
    .option(
      '--filter <expression>',
      'OData comparisons over visibility and metadata/<id>, the public answers, joined by and',
    )
    .addOption(limitOption('teams', 100))
    .action(async ({ search, filter, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query: DirectoryTeamsQuery = {
        ...pagesFor(limit),
        ...(search !== undefined && { $search: search }),
        ...(filter !== undefined && { $filter: filter }),
      };
      output.table(await collect(client.directory.list(query), limit), [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'VISIBILITY', value: ({ visibility }) => visibility },
        { heading: 'OWNERS', value: ownersOf },
        { heading: 'YOU', value: standingOf },
        { heading: 'DESCRIPTION', value: ({ description }) => description },
      ]);
    });
}
