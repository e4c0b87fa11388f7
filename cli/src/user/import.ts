import type { CharterClient, ImportedUser } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { type FilePerson, readPeople } from './people-file.ts';

/** Number of people in one call, which keeps the body below 1 MiB. */
const BATCH = 500;

/**
 * Returns a function that resolves a manager's id, user principal name or mail to the id: first in the file, then in
 * the directory.
 */
function managerFinder(client: CharterClient, people: readonly FilePerson[]) {
  const ids = new Map<string, string>();
  for (const names of ['mail', 'userPrincipalName', 'id'] as const) {
    for (const person of people) {
      const name = person[names];
      if (name) ids.set(name.toLowerCase(), person.id);
    }
  }
  return async (name: string): Promise<string> => {
    const known = ids.get(name.toLowerCase());
    if (known !== undefined) return known;
    const value = `'${name.replaceAll("'", "''")}'`;
    for (const field of ['id', 'userPrincipalName', 'mail']) {
      for await (const { id } of client.users.list({ $filter: `${field} eq ${value}`, $top: 1 })) {
        ids.set(name.toLowerCase(), id);
        return id;
      }
    }
    throw usage(
      `The manager '${name}' is neither in the file nor in the directory. No person was imported. Correct the file.`,
    );
  };
}

async function toUsers(client: CharterClient, people: readonly FilePerson[]): Promise<ImportedUser[]> {
  const find = managerFinder(client, people);
  const users: ImportedUser[] = [];
  for (const { manager, ...person } of people) {
    users.push({ ...person, ...(manager && { managerId: await find(manager) }) });
  }
  return users;
}

export function define(command: Command): void {
  apiCommand(command, 'charter user import people.csv')
    .option('--replace', 'let known people lose the values that the file does not name')
    .argument('<file>', 'CSV, YAML or JSON file of people, with the fields of a user, manager and groups')
    .addHelpText(
      'after',
      `
Each person needs id (the oid or sub of their tokens), displayName and userPrincipalName.
manager is an id, a user principal name or a mail address; groups are names, in CSV separated by |.
Of a known person, the values in the file change and the others stay; with --replace, the others are
removed. Their groups stay when the file does not name groups.`,
    )
    .action(async (path: string, { replace, ...options }: SharedOptions & { replace?: boolean }) => {
      const people = await readPeople(path);
      const { client, output } = openSession(options);
      const users = await toUsers(client, people);
      for (let start = 0; start < users.length; start += BATCH) {
        await client.users.importUsers({
          users: users.slice(start, start + BATCH),
          ...(replace && { replace }),
        });
        if (users.length > BATCH) {
          output.note(`${Math.min(start + BATCH, users.length)} of ${users.length} people`);
        }
      }
      output.result({ importedUsers: users.length }, `Imported ${users.length} people.`);
    });
}
