import { GUEST_REPORT_COLUMNS } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  search?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter report guests --output csv > guests.csv')
    .option('--search <text>', 'part of the domain')
    .addOption(limitOption('domains, those with the most guests first,'))
    .action(async ({ search, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(search !== undefined && { $search: search }) };
      output.table(await collect(client.reports.guests(query), limit), GUEST_REPORT_COLUMNS);
    });
}
