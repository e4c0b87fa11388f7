/** Opens the suite whose directory the service stores, for tests and benchmarks that need any suite. */
import type { WritableOrganisation } from '../src/domain/directory/ports.ts';
import type { Suite, SuiteDeps } from '../src/engine/suite.ts';
import type { AnySuite, SuiteContext } from '../src/suites/definition.ts';
import { SUITES } from '../src/suites/registry.ts';

/** A suite with functions that write its directory. */
export type StoredSuite = Suite & WritableOrganisation;

/**
 * Opens the first suite of the registry that stores its directory in the service.
 * @param own the suite's settings
 * @throws Error when the registry has no such suite
 */
export async function openStoredSuite(deps: SuiteDeps, own: object = {}): Promise<StoredSuite> {
  const definition = Object.values<AnySuite>(SUITES).find(({ keepsDirectory }) => keepsDirectory);
  if (definition === undefined) throw new Error('No suite of the registry stores its directory.');
  // A suite that stores its directory calls no other service, so it needs only these dependencies of its context.
  const { suite, directory } = await definition.open(own, deps as SuiteContext);
  if (directory === undefined) throw new Error('The suite opened without its directory.');
  return { ...suite, ...directory };
}
