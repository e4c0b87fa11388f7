import { CommandFailure, EXIT } from '@charter/cli/exit-codes';
import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphAccount, GraphInstallation } from '../../commands/tenants.ts';
import { usesOf } from '../graph-account/show-account.ts';
import { addFeatureOptions, addOptionalFeatures, type FeatureOptions } from './features.ts';

const describeAccount = (account: GraphAccount): string =>
  account.lost === undefined
    ? `The account ${account.account} is connected for ${usesOf(account)}.`
    : `The account ${account.account} is lost since ${account.lost}: ${account.reason}`;

interface Options extends FeatureOptions {
  strict?: boolean;
  tenant?: string;
}

export function define(command: Command, installation: () => Promise<GraphInstallation>): void {
  addOptionalFeatures(addFeatureOptions(command))
    .option('--tenant <id>', 'test the registration of this tenant (default: that of the settings)')
    .option('--strict', 'fail for permissions that are not needed, too')
    .addHelpText(
      'after',
      `
Signs in to Microsoft Graph with the settings of the service, and compares the permissions of the
app registration with the least ones. Set CHARTER_SUITE=graph and the CHARTER_GRAPH_ settings. With
--tenant it reads the registration that charter graph-tenant set has stored.
Waits up to two minutes when Microsoft Graph limits calls or is unavailable.

Exit code 1: a permission is missing, the usage report conceals the ids of teams, the licence for
sign-ins is missing, or the sign-in of the connected account is lost.
3: Microsoft Entra ID rejects the sign-in. 5: Microsoft can't be reached.
7: Microsoft Graph is unavailable, so nothing is known about the permissions.

Example:
  charter graph check --without labels`,
    )
    .action(async ({ without, with: chosen, strict, tenant, ...options }: Options) => {
      const { checkRegistration } = await import('../../commands/check.ts');
      const output = createOutput(options);
      const check = await checkRegistration(await installation(), {
        off: without,
        on: chosen,
        tenant: tenant?.toLowerCase(),
        report: output.note,
      });
      if (output.json) output.result(check, '');
      else {
        output.note(
          `Signed in to ${check.organisation ?? 'the tenant'} (${check.tenant}) as ${check.clientId}.`,
        );
        if (check.account !== undefined) output.note(describeAccount(check.account));
        output.table(check.permissions, [
          { heading: 'PERMISSION', value: ({ name }) => name },
          { heading: 'STATE', value: ({ state, by }) => (by === undefined ? state : `by ${by}`) },
          { heading: 'FOR', value: ({ purpose }) => purpose },
        ]);
      }
      if (check.account?.lost !== undefined) {
        const text = `Microsoft no longer accepts the sign-in of ${check.account.account}. Connect it again: charter graph-account connect.`;
        throw new CommandFailure(EXIT.rejected, text);
      }
      const missing = check.permissions.filter(({ state }) => state === 'missing').map(({ name }) => name);
      if (check.tooMuch.length > 0) output.note(`Not needed: ${check.tooMuch.join(', ')}. Remove them.`);
      const higher = check.permissions.filter(({ by }) => by !== undefined);
      for (const { name, by } of higher) {
        output.note(`Higher than needed: ${by}. Grant ${name} first, and then remove ${by}.`);
      }
      if (missing.length > 0) {
        const text = `Missing: ${missing.join(', ')}. Add them and grant admin consent.`;
        throw new CommandFailure(EXIT.rejected, text);
      }
      if (check.reportProblem !== undefined) throw new CommandFailure(EXIT.rejected, check.reportProblem);
      if (check.signInProblem !== undefined) throw new CommandFailure(EXIT.rejected, check.signInProblem);
      if (strict && check.tooMuch.length + higher.length > 0) {
        throw new CommandFailure(EXIT.rejected, 'The registration has permissions that are not needed.');
      }
    });
}
