import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter label list --as sofia.rossi@meridian.example').action(
    async (options: SharedOptions) => {
      const { client, output } = openSession(options);
      const { value } = await client.labels.getMyLabels();
      output.table(value, [
        { heading: 'ID', value: (label) => label.id },
        { heading: 'NAME', value: (label) => label.name },
        { heading: 'SENSITIVITY', value: (label) => label.sensitivity },
        { heading: 'DESCRIPTION', value: (label) => label.description },
      ]);
    },
  );
}
