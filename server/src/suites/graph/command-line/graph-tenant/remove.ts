import { addOutputOptions } from '@charter/cli/api-command';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphInstallation } from '../../commands/tenants.ts';

export function define(command: Command, installation: () => Promise<GraphInstallation>): void {
  addOutputOptions(command)
    .argument('<tenant>', 'id (GUID) of the Microsoft Entra tenant')
    .addHelpText(
      'after',
      `
Removes the registration and its credential from the database, and the connected account. The tenant's
data stay, and its jobs wait until it is set again. A tenant that CHARTER_GRAPH_TENANT names continues
with the registration of the settings. Works on the machine of the service, with its settings.

Example:
  charter graph-tenant remove 72f988bf-86f1-41af-91ab-2d7cd011db47`,
    )
    .action(async (tenant: string, options: OutputOptions) => {
      const { removeGraphTenant } = await import('../../commands/tenants.ts');
      await removeGraphTenant(await installation(), tenant);
      createOutput(options).result({ tenant }, `The registration of ${tenant} is removed.`);
    });
}
