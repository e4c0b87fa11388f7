import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter policy delete 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<policy>', 'id of the policy')
    .action(async (policyId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      await client.policies.deletePolicy(policyId);
      output.result({ id: policyId, deleted: true }, '');
      output.note(`The policy ${policyId} is deleted.`);
    });
}
