/** Runs the conformance tests on the Graph suite, against a stand-in for Microsoft Graph. */
import { suiteConformance } from '../../../test/conformance/conformance.ts';
import { createGraphWorld } from '../../../test/graph-world.ts';

suiteConformance('Graph suite', () => createGraphWorld());
