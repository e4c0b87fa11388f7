import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { writeDocument } from '../output.ts';
import { findPerson } from './find-person.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter person export ada@fabrikam.example --out ada.json')
    .argument('<person>', 'id, user principal name, mail address or name')
    .option('--out <file>', 'file to write instead of stdout')
    .action(async (person: string, { out, ...options }: SharedOptions & { out?: string }) => {
      const { client, output } = openSession(options);
      const known = await client.users.exportUser(await findPerson(client, person));
      const text = `${JSON.stringify(known, null, 2)}\n`;
      if (out === undefined) writeDocument(text);
      else {
        await writeFile(out, text, { mode: 0o600 });
        output.result({ file: out }, `The data stored about ${known.userId} is written to ${out}.`);
      }
    });
}
