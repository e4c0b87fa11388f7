import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showWaiting } from '../job/describe.ts';
import { principalIdOf, ROLES, readRole } from './principal-id.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter role remove grace@contoso.example GOVERNANCE_MANAGER')
    .argument('<who>', 'id or user principal name of a person, or id of an app')
    .argument('<role>', ROLES.join(', '))
    .action(async (who: string, role: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const principalId = await principalIdOf(client, who);
      const name = readRole(role);
      const job = await client.roles.removeRole(principalId, name);
      if (job !== undefined) return showWaiting(output, job);
      output.result({ principalId, role: name }, `${who} no longer has ${name}.`);
    });
}
