import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter user impact grace@contoso.example')
    .argument('<person>', 'id, user principal name or mail address; also the id of a person who is gone')
    .action(async (person: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const { holdings } = await client.users.getUserImpact(person);
      output.table(holdings, [
        { heading: 'KIND', value: ({ kind }) => kind },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'AS', value: ({ relations }) => relations.join(', ') },
        { heading: 'ID', value: ({ id }) => id },
      ]);
    });
}
