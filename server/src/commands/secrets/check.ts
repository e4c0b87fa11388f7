import { addOutputOptions } from '@charter/cli/api-command';
import { CommandFailure, EXIT } from '@charter/cli/exit-codes';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';

export function define(command: Command): void {
  addOutputOptions(command)
    .addHelpText(
      'after',
      `
Lists which key the encrypted secrets in the database need, by the ids of the keys; never a key or a secret.
States: current (the key that encrypts), kept (CHARTER_SECRET_KEY has it, or it is the database's own key),
missing (nothing can decrypt it). Ends with exit code 1 when a key is missing. Works on the machine of the
service, with its settings.

Example:
  charter secrets check`,
    )
    .action(async (options: OutputOptions) => {
      const { checkSecrets } = await import('../../composition/secret-rotation.ts');
      const uses = await checkSecrets();
      createOutput(options).table(uses, [
        { heading: 'WHAT', value: ({ what }) => what },
        { heading: 'KEY', value: ({ key }) => key },
        { heading: 'COUNT', value: ({ count }) => String(count) },
        { heading: 'STATE', value: ({ state }) => state },
      ]);
      const missing = uses.filter(({ state }) => state === 'missing');
      if (missing.length === 0) return;
      const keys = [...new Set(missing.map(({ key }) => key))].join(', ');
      throw new CommandFailure(
        EXIT.rejected,
        `Some secrets need a key that CHARTER_SECRET_KEY does not have: ${keys}. Add the earlier key, then run 'charter secrets rotate'.`,
      );
    });
}
