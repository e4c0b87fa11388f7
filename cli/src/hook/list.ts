import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { showHooks } from './describe.ts';

interface Options extends SharedOptions {
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter hook list')
    .addOption(limitOption('webhooks'))
    .action(async ({ limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      showHooks(output, await collect(client.webhooks.list(pagesFor(limit)), limit));
    });
}
