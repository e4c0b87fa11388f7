import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { findPerson } from './find-person.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter person release ada@fabrikam.example')
    .argument('<person>', 'id, user principal name, mail address or name')
    .action(async (person: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const id = await findPerson(client, person);
      await client.users.removeUserHold(id);
      output.result({ userId: id }, `The hold on ${id} is removed.`);
    });
}
