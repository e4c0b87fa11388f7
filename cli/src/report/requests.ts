import { REQUEST_REPORT_COLUMNS } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  filter?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter report requests costCentre\ncharter report requests costCentre --filter "template/id eq 'project' and createdDateTime ge 2026-01-01" --output csv`,
  )
    .argument('<question>', 'id of a question of templates')
    .option(
      '--filter <expression>',
      'OData comparisons over status, outcome, template/id, requester/id and createdDateTime, joined by and',
    )
    .addOption(limitOption('answers, the most frequent first,'))
    .action(async (question: string, { filter, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(filter !== undefined && { $filter: filter }) };
      output.table(await collect(client.reports.requests(question, query), limit), REQUEST_REPORT_COLUMNS);
    });
}
