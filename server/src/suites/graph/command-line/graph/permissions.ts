import { createOutput, type Format } from '@charter/cli/output';
import type { Command } from 'commander';
import { ACCOUNT_PERMISSIONS, permissionsFor } from '../../accounts/permissions.ts';
import { addFeatureOptions, addOptionalFeatures, type FeatureOptions, unusedFeatures } from './features.ts';

/** One name in each line, for scripts. */
const NAMES = 'names';

interface Options extends Omit<FeatureOptions, 'output'> {
  account?: boolean;
  output?: Format | typeof NAMES;
}

export function define(command: Command): void {
  addOptionalFeatures(addFeatureOptions(command, [NAMES]))
    .option('--account', 'list the delegated permissions of the connected account')
    .addHelpText(
      'after',
      `
Lists the application permissions of Microsoft Graph that Charter needs, the least ones, with the
calls that need them. Asks nobody. With --account it lists the delegated permissions of the account
that charter graph-account connect connects. --output names writes one name in each line, for scripts.

Example:
  charter graph permissions --without labels activity
  for permission in $(charter graph permissions --output names); do echo "$permission"; done`,
    )
    .action(async ({ without, with: chosen, account, output: form, ...options }: Options) => {
      const output = createOutput(form === NAMES ? options : { ...options, ...(form && { output: form }) });
      const permissions = permissionsFor(unusedFeatures({ without, with: chosen }));
      if (form === NAMES) {
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
