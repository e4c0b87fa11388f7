import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter hook delete 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<hook>', 'id of the webhook')
    .action(async (hookId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const hook = await client.webhooks.deleteHook(hookId);
      output.result(hook, hook.id);
      output.note(`Deleted the webhook '${hook.name}'. Its pending deliveries are deleted too.`);
    });
}
