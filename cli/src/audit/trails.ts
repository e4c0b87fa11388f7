import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter audit trails').action(async (options: SharedOptions) => {
    const { client, output } = openSession(options);
    const { value } = await client.audit.getAuditTrails();
    output.table(value, [
      { heading: 'CODE', value: ({ code }) => code },
      { heading: 'CATEGORY', value: ({ category }) => category },
      {
        heading: 'KEPT',
        value: ({ retentionDays }) => (retentionDays ? `${retentionDays} days` : 'forever'),
      },
    ]);
  });
}
