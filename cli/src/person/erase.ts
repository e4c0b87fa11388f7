import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { findPerson } from './find-person.ts';

export function define(command: Command): void {
  apiCommand(
    command,
    `charter person erase ada@fabrikam.example --dry-run
charter person erase ada@fabrikam.example`,
  )
    .argument('<person>', 'id, user principal name, mail address or name')
    .option('--dry-run', 'show what would change, and change nothing')
    .action(async (person: string, { dryRun, ...options }: SharedOptions & { dryRun?: true }) => {
      const { client, output } = openSession(options);
      const id = await findPerson(client, person);
      if (dryRun) {
        const preview = await client.users.previewUserErasure(id);
        const rows = preview.stores.map(({ name, rows: count }) => `${name}: ${count}`);
        output.result(
          preview,
          [
            `Nothing was changed. An erasure of ${id} would redact or delete rows:`,
            ...(rows.length === 0 ? ['none'] : rows),
            `Texts in audit records that would read "erased": ${preview.recordTexts}`,
            `Texts of others in audit records, in which the name would be replaced: ${preview.textsOfOthers}`,
            ...preview.placesOfOthers.map(
              ({ trail, sequence, type, at, writtenBy }) =>
                `  ${trail} ${sequence} ${type} ${at} by ${writtenBy}`,
            ),
            `Texts of the organisation that keep the name; change them yourself: ${preview.unchangedTexts}`,
            ...preview.unchangedPlaces.map(
              ({ store, key, at }) => `  ${store} ${Object.values(key).join(' ')} ${at}`,
            ),
            `Audit records that keep the name, because they are older than the encryption: ${preview.unchangedRecords}`,
            ...(preview.isHeld ? ['A legal hold forbids the erasure.'] : []),
          ].join('\n'),
        );
        return;
      }
      const erasure = await client.users.eraseUser(id, { idempotencyKey: true });
      output.result(
        erasure,
        erasure.status === 'completed'
          ? `${id} is erased. Redacted rows: ${erasure.redactedRows}.`
          : `The erasure of ${id} has begun. Run the command again to see whether it has ended.`,
      );
    });
}
