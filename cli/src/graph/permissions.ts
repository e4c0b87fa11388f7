import type { Command } from 'commander';
import { createOutput } from '../output.ts';
import { addFeatureOptions, type FeatureOptions } from './features.ts';

export function define(command: Command): void {
  addFeatureOptions(command)
    .addHelpText(
      'after',
      `
Lists the application permissions of Microsoft Graph that Charter needs, the least ones, with the
calls that need them. Asks nobody.

Example:
  charter graph permissions --without labels activity`,
    )
    .action(async ({ without, json }: FeatureOptions) => {
      const { permissionsFor } = await import('@charter/server/graph');
      createOutput(json === true).table(permissionsFor(without), [
        { heading: 'PERMISSION', value: ({ name }) => name },
        { heading: 'FEATURE', value: ({ feature }) => feature },
        { heading: 'FOR', value: ({ purpose }) => purpose },
      ]);
    });
}
