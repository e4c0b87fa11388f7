import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { MEMBER_COLUMNS } from './describe.ts';

interface Options extends SharedOptions {
  search?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter member list 0199c2d4-… --search "hannah"')
    .argument('<team>', 'id of the team')
    .option('--search <words>', 'beginnings of words in name, mail or user principal name')
    .addOption(limitOption('members'))
    .action(async (teamId: string, { search, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(search !== undefined && { $search: search }) };
      const members = await collect(client.teams.members(teamId, query), limit);
      output.table(members, MEMBER_COLUMNS);
    });
}
