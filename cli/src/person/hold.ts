import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { findPerson } from './find-person.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter person hold ada@fabrikam.example --reason "Proceedings 4 O 12/26"')
    .argument('<person>', 'id, user principal name, mail address or name')
    .requiredOption('--reason <text>', 'why the person must not be erased')
    .action(async (person: string, { reason, ...options }: SharedOptions & { reason: string }) => {
      const { client, output } = openSession(options);
      const hold = await client.users.placeUserHold(await findPerson(client, person), { reason });
      output.result(hold, `${hold.userId} cannot be erased until the hold is removed.`);
    });
}
