import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, pagesFor } from '../collections.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter user leavers').action(async (options: SharedOptions) => {
    const { client, output } = openSession(options);
    const leavers = await collect(client.users.listLeavers(pagesFor()));
    output.table(leavers, [
      { heading: 'NAME', value: ({ displayName }) => displayName },
      { heading: 'STATE', value: ({ state }) => state },
      { heading: 'TEAMS', value: ({ counts }) => counts.team },
      { heading: 'WITHOUT OWNER', value: ({ counts }) => counts.onlyOwner },
      { heading: 'APPROVALS', value: ({ counts }) => counts.approval },
      { heading: 'TEMPLATES', value: ({ counts }) => counts.template },
      { heading: 'POLICIES', value: ({ counts }) => counts.policy },
      { heading: 'ID', value: ({ id }) => id },
    ]);
  });
}
