import type { TeamMember } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';
import { MEMBER_COLUMNS } from './describe.ts';

interface Options extends SharedOptions {
  search?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter member list 0199c2d4-… --search "hannah"')
    .argument('<team>', 'id of the team')
    .option('--search <words>', 'beginnings of words in name, mail or user principal name')
    .option('--limit <number>', 'most members to list', wholeNumber)
    .action(async (teamId: string, { search, limit = Number.POSITIVE_INFINITY, ...options }: Options) => {
      const { client, output } = openSession(options);
      const members: TeamMember[] = [];
      const query = search === undefined ? {} : { $search: search };
      for await (const member of client.teams.members(teamId, query)) {
        if (members.length >= limit) break;
        members.push(member);
      }
      output.table(members, MEMBER_COLUMNS);
    });
}
