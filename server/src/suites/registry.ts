/** The registry of suites. To remove a suite, remove its folder and its lines here: no other file lists the suites. */
import type { AnySuite } from './definition.ts';
import { embeddedSuite } from './embedded/definition.ts';
import { graphSuite } from './graph/definition.ts';

/** The suites by the value of CHARTER_SUITE. The first one is the default. */
export const SUITES = {
  embedded: embeddedSuite,
  graph: graphSuite,
} as const satisfies Record<string, AnySuite>;

export const suiteDefinitionOf = (name: keyof typeof SUITES): AnySuite => SUITES[name];
