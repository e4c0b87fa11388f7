import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showBranding } from './show.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter organization get').action(async (options: SharedOptions) => {
    const { client, output } = openSession(options);
    showBranding(output, await client.organization.getOrganizationBranding());
  });
}
