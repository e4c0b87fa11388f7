/** The option of the `charter graph` commands that excludes features. */

import { type Command, Option } from 'commander';
import type { GraphFeature } from '../../composition/graph-commands.ts';

/** Duplicates the server's list, so that the help does not load the server. A test compares both. */
export const FEATURES = [
  'teams',
  'closedChannels',
  'tabs',
  'apps',
  'labels',
  'activity',
  'notifications',
] as const;

export interface FeatureOptions {
  without?: GraphFeature[];
  json?: boolean;
}

export const addFeatureOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--without <feature...>', 'features that are not used').choices(
        FEATURES.filter((feature) => feature !== 'teams'),
      ),
    )
    .option('--json', 'write the result as JSON to stdout');
