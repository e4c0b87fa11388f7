import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(
    command,
    'charter policy attach 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 5f1d6e0c-9b11-4a10-8c52-7a10b8a5c0de',
  )
    .argument('<policy>', 'id of the policy')
    .argument('<team...>', 'ids of teams, also of those that Charter did not create')
    .action(async (policyId: string, teamIds: string[], options: SharedOptions) => {
      const { client, output } = openSession(options);
      for (const teamId of teamIds) {
        await client.policies.attachPolicy(policyId, teamId);
        output.note(`The policy is attached to the team ${teamId}.`);
      }
      output.result({ policyId, attached: teamIds }, '');
    });
}
