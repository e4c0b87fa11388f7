import { teamReportColumns } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession } from '../api-command.ts';
import { collect } from '../collections.ts';
import { addTeamOptions, queryOf, type TeamOptions } from '../team/list.ts';

interface Options extends TeamOptions {
  ownerless?: boolean;
}

const filterOf = ({ ownerless = false, filter }: Options): string | undefined =>
  ownerless ? [filter, 'isArchived eq false and ownerCount eq 0'].filter(Boolean).join(' and ') : filter;

export function define(command: Command): void {
  addTeamOptions(
    apiCommand(
      command,
      `charter report teams --output csv > teams.csv\ncharter report teams --ownerless --columns name template "last activity"`,
    ),
  )
    .option('--ownerless', 'only teams without owners that are not archived')
    .action(async (options: Options) => {
      const { client, output } = openSession(options);
      const filter = filterOf(options);
      const query = queryOf({ ...options, ...(filter !== undefined && { filter }) });
      const teams = await collect(client.reports.teams(query), options.limit);
      output.table(teams, teamReportColumns(teams));
    });
}
