import type { RoleAssignment } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter role list').action(async (options: SharedOptions) => {
    const { client, output } = openSession(options);
    const assignments: RoleAssignment[] = [];
    for await (const assignment of client.roles.list({ $top: 999 })) assignments.push(assignment);
    output.table(assignments, [
      { heading: 'ROLE', value: ({ role }) => role },
      { heading: 'NAME', value: ({ displayName }) => displayName },
      { heading: 'KIND', value: ({ kind }) => kind },
      { heading: 'ID', value: ({ principalId }) => principalId },
    ]);
  });
}
