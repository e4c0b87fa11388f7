import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { principalIdOf, ROLES, readRole } from './principal-id.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter role assign grace@contoso.example GOVERNANCE_MANAGER')
    .argument('<who>', 'id or user principal name of a person, or id of an app')
    .argument('<role>', ROLES.join(', '))
    .action(async (who: string, role: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const assignment = await client.roles.assignRole(await principalIdOf(client, who), readRole(role));
      const { displayName, principalId } = assignment;
      output.result(assignment, `${displayName ?? principalId} has ${assignment.role}.`);
    });
}
