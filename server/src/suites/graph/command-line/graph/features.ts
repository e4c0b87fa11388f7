/** The options with which the `charter graph` commands choose features. */

import { addOutputOptions } from '@charter/cli/api-command';
import type { OutputOptions } from '@charter/cli/output';
import { type Command, Option } from 'commander';
import { GRAPH_FEATURES, type GraphFeature, OPTIONAL_FEATURES } from '../../accounts/permissions.ts';

export interface FeatureOptions extends OutputOptions {
  without?: GraphFeature[];
  with?: GraphFeature[];
}

const isOptional = (feature: GraphFeature): boolean => OPTIONAL_FEATURES.some((one) => one === feature);

/** @param furtherFormats forms of the result besides the usual ones */
export const addFeatureOptions = (command: Command, furtherFormats?: readonly string[]): Command =>
  addOutputOptions(command, furtherFormats).addOption(
    new Option('--without <feature...>', 'features that are not used').choices(
      GRAPH_FEATURES.filter((feature) => feature !== 'teams' && !isOptional(feature)),
    ),
  );

/** Adds the option for features that are not used by default. */
export const addOptionalFeatures = (command: Command): Command =>
  command.addOption(
    new Option('--with <feature...>', 'features that are used and are off by default').choices(
      OPTIONAL_FEATURES,
    ),
  );

/** Returns the features of `--without`, and the optional ones that `--with` does not name. */
export const unusedFeatures = ({
  without = [],
  with: chosen = [],
}: {
  without?: readonly GraphFeature[] | undefined;
  with?: readonly GraphFeature[] | undefined;
}): GraphFeature[] => [...without, ...OPTIONAL_FEATURES.filter((feature) => !chosen.includes(feature))];
