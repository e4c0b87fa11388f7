import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showTemplate } from './describe.ts';

/** Defines the command that enables or disables a template. */
export function defineSwitch(command: Command, verb: 'enable' | 'disable'): void {
  apiCommand(command, `charter template ${verb} deal-room`)
    .argument('<template>', 'id of the template')
    .action(async (templateId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const changes = { enabled: verb === 'enable' };
      showTemplate(output, await client.catalog.updateCatalogTemplate(templateId, changes));
    });
}
