/** The option of the `charter graph` commands that excludes features. */

import { type Command, Option } from 'commander';
import { GRAPH_FEATURES, type GraphFeature } from '../../accounts/permissions.ts';

export interface FeatureOptions {
  without?: GraphFeature[];
  json?: boolean;
}

export const addFeatureOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--without <feature...>', 'features that are not used').choices(
        GRAPH_FEATURES.filter((feature) => feature !== 'teams'),
      ),
    )
    .option('--json', 'write the result as JSON to stdout');
