import { addOutputOptions } from '@charter/cli/api-command';
import { CommandFailure, EXIT } from '@charter/cli/exit-codes';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';

export function define(command: Command): void {
  addOutputOptions(command)
    .addHelpText(
      'after',
      `
Encrypts all secrets in the database with the first key of CHARTER_SECRET_KEY. Put the new key first and keep
the old one after it, on every node, before you run this. The service keeps running. When the command is
interrupted, run it again: it continues. Works on the machine of the service, with its settings.

Example:
  charter secrets rotate`,
    )
    .action(async (options: OutputOptions) => {
      const { rotateSecrets } = await import('../../composition/secret-rotation.ts');
      const lines: { what: string; rotated: number; left: number }[] = [];
      await rotateSecrets((line) => void lines.push(line));
      createOutput(options).table(lines, [
        { heading: 'WHAT', value: ({ what }) => what },
        { heading: 'ROTATED', value: ({ rotated }) => String(rotated) },
        { heading: 'LEFT', value: ({ left }) => String(left) },
      ]);
      if (lines.every(({ left }) => left === 0)) return;
      throw new CommandFailure(
        EXIT.rejected,
        "Some secrets need a key that CHARTER_SECRET_KEY does not have. 'charter secrets check' names it.",
      );
    });
}
