import { addOutputOptions } from '@charter/cli/api-command';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';

interface Options extends OutputOptions {
  tenant?: string;
}

export function define(command: Command): void {
  addOutputOptions(command)
    .argument('<person>', 'id, user principal name or mail address of a person of the directory')
    .option('--tenant <id>', 'the organisation, when the service has several')
    .addHelpText(
      'after',
      `
Gives GLOBAL_ADMIN to the person when nobody has it any more: all who had it are closed, gone or disabled. It is
rejected as long as somebody can assign the role. The change is recorded in the trail security, and
administrators are notified. Roles in tokens of the provider are unknown to it. Works on the machine of the
service, with its settings; the person has the role within 10 seconds.

Example:
  charter admin recover grace@contoso.example`,
    )
    .action(async (person: string, { tenant, ...options }: Options) => {
      const { recoverInDatabase } = await import('../../composition/recover-administrator.ts');
      const { id, displayName } = await recoverInDatabase(person, tenant);
      createOutput(options).result({ id, displayName }, `${displayName} has GLOBAL_ADMIN.`);
    });
}
