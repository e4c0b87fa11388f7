import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter template delete deal-room')
    .argument('<template>', 'id of the template')
    .action(async (templateId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      await client.catalog.deleteCatalogTemplate(templateId);
      output.result({ id: templateId, deleted: true }, '');
      output.note(`The template ${templateId} is deleted. Teams that were made from it stay.`);
    });
}
