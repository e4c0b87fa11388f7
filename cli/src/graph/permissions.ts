import type { Command } from 'commander';
import { createOutput } from '../output.ts';
import { addFeatureOptions, type FeatureOptions } from './features.ts';

interface Options extends FeatureOptions {
  account?: boolean;
}

export function define(command: Command): void {
  addFeatureOptions(command)
    .option('--account', 'list the delegated permissions of the connected account')
    .addHelpText(
      'after',
      `
Lists the application permissions of Microsoft Graph that Charter needs, the least ones, with the
calls that need them. Asks nobody. With --account it lists the delegated permissions of the account
that charter graph-account connect connects.

Example:
  charter graph permissions --without labels activity`,
    )
    .action(async ({ without, account, json }: Options) => {
      const { ACCOUNT_PERMISSIONS, permissionsFor } = await import('@charter/server/graph');
      if (account) {
        return createOutput(json === true).table(ACCOUNT_PERMISSIONS, [
          { heading: 'PERMISSION', value: ({ name }) => name },
          { heading: 'FOR', value: ({ purpose }) => purpose },
        ]);
      }
      createOutput(json === true).table(permissionsFor(without), [
        { heading: 'PERMISSION', value: ({ name }) => name },
        { heading: 'FEATURE', value: ({ feature }) => feature },
        { heading: 'FOR', value: ({ purpose }) => purpose },
      ]);
    });
}
