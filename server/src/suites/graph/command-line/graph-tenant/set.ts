import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { addOutputOptions } from '@charter/cli/api-command';
import { usage } from '@charter/cli/exit-codes';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphInstallation } from '../../commands/tenants.ts';
import { describeCredential } from './describe.ts';

interface Options extends OutputOptions {
  clientId?: string;
  secretFile?: string;
  certificate?: string;
  workloadIdentity?: boolean;
  administrator?: string;
  unchecked?: boolean;
}

/** Reads secrets from files or standard input, because all users of the machine can see arguments. */
async function readSecret(file: string | undefined, name: string): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
    return content.trim();
  } catch (error) {
    throw usage(`${name} can't be read: ${(error as Error).message}`);
  }
}

/** @throws CommandFailure unless the options name no credential, or exactly one with its client id */
function assertOneCredential({ clientId, secretFile, certificate, workloadIdentity }: Options): void {
  const credentials = [secretFile, certificate, workloadIdentity].filter((value) => value !== undefined);
  if (clientId === undefined && credentials.length > 0) throw usage('A credential needs --client-id.');
  if (clientId !== undefined && credentials.length !== 1) {
    throw usage('Give one of --secret-file, --certificate and --workload-identity with --client-id.');
  }
}

export function define(command: Command, installation: () => Promise<GraphInstallation>): void {
  addOutputOptions(command)
    .argument('<tenant>', 'id (GUID) of the Microsoft Entra tenant')
    .option(
      '--client-id <id>',
      'application (client) id of the registration (default: CHARTER_GRAPH_CLIENT_ID)',
    )
    .option('--certificate <file>', 'PEM file with the certificate and its private key')
    .option('--secret-file <file>', 'file with the client secret; - reads standard input')
    .option('--workload-identity', 'sign in by workload identity federation or a managed identity')
    .option('--administrator <id>', 'object id of the first GLOBAL_ADMIN of the tenant')
    .option('--unchecked', 'keep the registration without signing in with it')
    .addHelpText(
      'after',
      `
Lets Charter govern the Teams of a tenant, with an app registration of the tenant's own, or without
--client-id with the registration of the settings, which then is one for several tenants. Signs in
first. The credential is stored encrypted, and never shown. Setting it again replaces it; all nodes
use the new one within half a minute.

Works on the machine of the service. Set the same DATABASE_URL, CHARTER_DATA_DIR, CHARTER_SECRET_KEY
and CHARTER_GRAPH_ settings as for the service. Exit code 3: Microsoft Entra ID rejects the sign-in.

Example:
  charter graph-tenant set 72f988bf-86f1-41af-91ab-2d7cd011db47 \\
    --client-id 00001111-aaaa-2222-bbbb-3333cccc4444 --certificate contoso.pem`,
    )
    .action(async (tenantId: string, options: Options) => {
      assertOneCredential(options);
      const { clientId, administrator, unchecked: isUnchecked = false } = options;
      const [secret, certificate] = await Promise.all([
        readSecret(options.secretFile, '--secret-file'),
        readSecret(options.certificate, '--certificate'),
      ]);
      const { setGraphTenant } = await import('../../commands/tenants.ts');
      const input = { tenantId, clientId, secret, certificate, administrator, isUnchecked };
      const tenant = await setGraphTenant(await installation(), input);
      const output = createOutput(options);
      output.fields(tenant, {
        Tenant: tenant.tenant,
        Name: tenant.name,
        'Client id': tenant.clientId,
        Credential: describeCredential(tenant),
      });
      output.note(`All nodes use it within half a minute. charter graph check --tenant ${tenant.tenant}`);
    });
}
