/** The option of the `charter graph` commands that excludes features. */

import { outputOptions } from '@charter/cli/api-command';
import type { OutputOptions } from '@charter/cli/output';
import { type Command, Option } from 'commander';
import { GRAPH_FEATURES, type GraphFeature } from '../../accounts/permissions.ts';

export interface FeatureOptions extends OutputOptions {
  without?: GraphFeature[];
}

/** @param furtherFormats forms of the result besides the usual ones */
export const addFeatureOptions = (command: Command, furtherFormats?: readonly string[]): Command =>
  outputOptions(command, furtherFormats).addOption(
    new Option('--without <feature...>', 'features that are not used').choices(
      GRAPH_FEATURES.filter((feature) => feature !== 'teams'),
    ),
  );
