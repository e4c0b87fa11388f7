import type { Hook } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showHooks } from './describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter hook list').action(async (options: SharedOptions) => {
    const { client, output } = openSession(options);
    const hooks: Hook[] = [];
    for await (const hook of client.webhooks.list({ $top: 999 })) hooks.push(hook);
    showHooks(output, hooks);
  });
}
