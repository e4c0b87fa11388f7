import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showTemplate } from './describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter template get deal-room')
    .argument('<template>', 'id of the template')
    .action(async (templateId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      showTemplate(output, await client.catalog.getCatalogTemplate(templateId));
    });
}
