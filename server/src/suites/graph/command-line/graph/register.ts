import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';
import { ACCOUNT_PERMISSIONS, permissionsFor } from '../../accounts/permissions.ts';
import { addFeatureOptions, addOptionalFeatures, type FeatureOptions, unusedFeatures } from './features.ts';

interface Options extends FeatureOptions {
  name: string;
  account?: boolean;
}

/** Application id of Microsoft Graph, the same in every tenant. */
const GRAPH = '00000003-0000-0000-c000-000000000000';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the script's lines for a connected account, which needs public client flows and delegated permissions. */
const accountLines = (permissions: readonly string[]): string[] => [
  '# An account for sensitivity labels and messages: charter graph-account connect',
  'az ad app update --id "$app" --is-fallback-public-client true',
  `for permission in ${permissions.join(' ')}`,
  'do',
  `  scope=$(az ad sp show --id $graph --query "oauth2PermissionScopes[?value=='$permission'].id | [0]" --output tsv)`,
  '  az ad app permission add --id "$app" --api $graph --api-permissions "$scope=Scope" --only-show-errors',
  'done',
];

/** Returns a shell script that an administrator can read before running it. */
const script = (name: string, permissions: readonly string[], delegated: readonly string[]): string =>
  [
    '# Registers Charter in the tenant that `az login` chose. Needs the role Privileged Role Administrator.',
    'set -e',
    'tenant=$(az account show --query tenantId --output tsv)',
    `app=$(az ad app create --display-name ${quoted(name)} --sign-in-audience AzureADMyOrg --query appId --output tsv)`,
    'az ad sp create --id "$app" --output none',
    '',
    `# Microsoft Graph`,
    `graph=${GRAPH}`,
    `for permission in ${permissions.join(' \\\n  ')}`,
    'do',
    `  role=$(az ad sp show --id $graph --query "appRoles[?value=='$permission'].id | [0]" --output tsv)`,
    '  az ad app permission add --id "$app" --api $graph --api-permissions "$role=Role" --only-show-errors',
    'done',
    ...(delegated.length > 0 ? accountLines(delegated) : []),
    'az ad app permission admin-consent --id "$app"',
    '',
    '# A certificate for a year; the private key stays on this machine.',
    'openssl req -x509 -newkey rsa:2048 -noenc -days 365 -subj /CN=Charter -keyout charter.key -out charter.crt',
    'az ad app credential reset --id "$app" --cert @charter.crt --append --output none --only-show-errors',
    '(umask 077; cat charter.crt charter.key > charter.pem); rm charter.key',
    '',
    'echo "CHARTER_SUITE=graph"',
    'echo "CHARTER_GRAPH_TENANT=$tenant"',
    'echo "CHARTER_GRAPH_CLIENT_ID=$app"',
    'echo "CHARTER_GRAPH_CLIENT_CERTIFICATE=$PWD/charter.pem"',
    '',
  ].join('\n');

export function define(command: Command): void {
  addOptionalFeatures(addFeatureOptions(command))
    .option('--account', 'prepare it for an account that sets labels and posts messages')
    .option('--name <name>', 'name of the app registration', 'Charter')
    .addHelpText(
      'after',
      `
Prints the commands of the Azure CLI that register Charter in a Microsoft Entra tenant with the least
permissions and a certificate. Runs none of them. The last lines of their output are Charter's settings.

Example:
  charter graph register --without labels > register.sh
  az login --tenant contoso.onmicrosoft.com --allow-no-subscriptions && sh register.sh`,
    )
    .action(async ({ without, with: chosen, account, name, ...options }: Options) => {
      const permissions = permissionsFor(unusedFeatures({ without, with: chosen })).map(
        (permission) => permission.name,
      );
      const delegated = account ? ACCOUNT_PERMISSIONS.map((permission) => permission.name) : [];
      const text = script(name, permissions, delegated);
      const result = { name, permissions, ...(account && { delegated }), script: text };
      createOutput(options).result(result, text);
    });
}
