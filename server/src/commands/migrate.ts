import { addOutputOptions } from '@charter/cli/api-command';
import { CommandFailure, EXIT, usage } from '@charter/cli/exit-codes';
import { createOutput, type OutputOptions, writeNote } from '@charter/cli/output';
import type { Command } from 'commander';
import type { DatabaseChange } from '../persistence/database-changes.ts';

interface Options extends OutputOptions {
  check?: boolean;
  plan?: boolean;
}

/** Writes the changes as a script for psql. Values of parameters follow as comments. */
const asScript = (changes: readonly DatabaseChange[]): string =>
  changes
    .map(({ name, kind, statements }) => {
      const lines = statements.map(({ text, values }) => {
        const given = values === undefined ? '' : `\n-- with ${JSON.stringify(values)}`;
        return `${text.trim().replace(/;$/, '')};${given}`;
      });
      return [`-- ${kind}: ${name}`, 'begin;', ...lines, 'commit;'].join('\n');
    })
    .join('\n\n');

export function define(command: Command): void {
  addOutputOptions(command)
    .option('--check', 'change nothing; end with exit code 9 when there is something to change')
    .option('--plan', 'change nothing; print the SQL of all changes')
    .addHelpText(
      'after',
      `
Migrates the database of DATABASE_URL, the URL of its owner, to this version. Run it before the nodes of a new
version start. They then need only CHARTER_SERVICE_DATABASE_URL, the URL of the service's role: give it here too,
so that the role gets its rights. CHARTER_AUDIT_RETENTION and CHARTER_RETENTION_… are applied here as well. --plan
leaves out the row-level security and rights of tables that the migrations create. Nodes of the previous version
continue meanwhile. The command waits while others hold locks, for example a dump. When it is interrupted, run it
again: it continues.

Example:
  charter migrate --check`,
    )
    .action(async ({ check, plan, ...options }: Options) => {
      if (check && plan) throw usage('Give --check or --plan, not both.');
      const { migrateConfigured } = await import('../composition/migration.ts');
      const { changes, newerWarning } = await migrateConfigured(check === true || plan === true, writeNote);
      const output = createOutput(options);
      if (plan) output.result(changes, asScript(changes));
      else
        output.table(
          changes.map(({ name, kind }) => ({ name, kind })),
          [
            { heading: 'CHANGE', value: ({ name }) => name },
            { heading: 'KIND', value: ({ kind }) => kind },
          ],
        );
      if (newerWarning !== undefined) writeNote(newerWarning);
      else if (changes.length === 0) writeNote('The database is up to date.');
      if (check && changes.length > 0) {
        throw new CommandFailure(EXIT.schemaBehind, "The database is not up to date. Run 'charter migrate'.");
      }
    });
}
