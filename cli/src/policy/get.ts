import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showPolicy } from './describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter policy get 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<policy>', 'id of the policy')
    .action(async (policyId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      showPolicy(output, await client.policies.getPolicy(policyId));
    });
}
