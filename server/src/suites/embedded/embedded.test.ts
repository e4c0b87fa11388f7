/** Runs the conformance tests on the embedded suite, with and without row-level security. */

import { suiteConformance } from '../../../test/conformance/conformance.ts';
import { createEmbeddedWorld } from '../../../test/embedded/world.ts';
import type { EmbeddedSuiteTables } from '../../../test/embedded-suite-tables.ts';
import { createPool, Tenancy } from '../../persistence/tenancy.ts';

suiteConformance('the embedded suite', () => createEmbeddedWorld());

suiteConformance('the embedded suite as a superuser, to whom row-level security does not apply', () =>
  createEmbeddedWorld(({ ownerUrl }) => {
    const pool = createPool(ownerUrl, 5, () => undefined);
    return { databases: new Tenancy<EmbeddedSuiteTables>(pool), end: () => pool.end() };
  }),
);
