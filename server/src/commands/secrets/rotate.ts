import { CommandFailure, EXIT } from '@charter/cli/exit-codes';
import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';

export function define(command: Command): void {
  command
    .option('--json', 'write the result as JSON to stdout')
    .addHelpText(
      'after',
      `
Encrypts all secrets in the database with the first key of CHARTER_SECRET_KEY. Put the new key first and keep
the old one after it, on every node, before you run this. The service keeps running. When the command is
interrupted, run it again: it continues. Works on the machine of the service, with its settings.

Example:
  charter secrets rotate`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { rotateSecrets } = await import('../../composition/secret-rotation.ts');
      const lines: { what: string; rotated: number; left: number }[] = [];
      await rotateSecrets((line) => void lines.push(line));
      createOutput(json === true).table(lines, [
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
