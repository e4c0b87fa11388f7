import { createOutput } from '@charter/cli/output';
import { type Command, Option } from 'commander';
import { ACCOUNT_PERMISSIONS, permissionsFor } from '../../accounts/permissions.ts';
import { addFeatureOptions, type FeatureOptions } from './features.ts';

interface Options extends FeatureOptions {
  account?: boolean;
  output?: 'table' | 'names';
}

export function define(command: Command): void {
  addFeatureOptions(command)
    .option('--account', 'list the delegated permissions of the connected account')
    .addOption(
      new Option('--output <form>', 'names: one name in each line, for scripts')
        .choices(['table', 'names'])
        .default('table'),
    )
    .addHelpText(
      'after',
      `
Lists the application permissions of Microsoft Graph that Charter needs, the least ones, with the
calls that need them. Asks nobody. With --account it lists the delegated permissions of the account
that charter graph-account connect connects.

Example:
  charter graph permissions --without labels activity
  for permission in $(charter graph permissions --output names); do echo "$permission"; done`,
    )
    .action(async ({ without, account, json, output: form }: Options) => {
      const output = createOutput(json === true);
      const permissions = permissionsFor(without);
      if (form === 'names') {
        const names = (account ? ACCOUNT_PERMISSIONS : permissions).map(({ name }) => name);
        return output.result(names, names.join('\n'));
      }
      if (account) {
        return output.table(ACCOUNT_PERMISSIONS, [
          { heading: 'PERMISSION', value: ({ name }) => name },
          { heading: 'FOR', value: ({ purpose }) => purpose },
        ]);
      }
      output.table(permissions, [
        { heading: 'PERMISSION', value: ({ name }) => name },
        { heading: 'FEATURE', value: ({ feature }) => feature },
        { heading: 'FOR', value: ({ purpose }) => purpose },
      ]);
    });
}
