import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showWaiting } from '../job/describe.ts';
import { dateTime } from '../values.ts';
import { principalIdOf, ROLES, readRole } from './principal-id.ts';

interface Options extends SharedOptions {
  until?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter role assign grace@contoso.example GOVERNANCE_MANAGER')
    .argument('<who>', 'id or user principal name of a person, or id of an app')
    .argument('<role>', ROLES.join(', '))
    .option('--until <time>', 'end of the role, such as 2027-06-30T00:00:00Z', dateTime)
    .action(async (who: string, role: string, { until, ...options }: Options) => {
      const { client, output } = openSession(options);
      const end = until === undefined ? {} : { expiresDateTime: until };
      const assignment = await client.roles.assignRole(await principalIdOf(client, who), readRole(role), end);
      if ('status' in assignment) return showWaiting(output, assignment);
      const { displayName, principalId, expiresDateTime } = assignment;
      const words = expiresDateTime === undefined ? '' : ` until ${expiresDateTime}`;
      output.result(assignment, `${displayName ?? principalId} has ${assignment.role}${words}.`);
    });
}
