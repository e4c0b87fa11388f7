import type { Config } from '../config.ts';
import { createPolicy } from '../domain/policies/change-policies.ts';
import { registerApp } from '../identity/register-app.ts';
import { type FilledOrganisation, fillSampleOrganisations } from '../sample/fill.ts';
import { suiteDefinitionOf } from '../suites/registry.ts';
import type { Node } from './node.ts';

export const wantsSample = (config: Config): boolean =>
  suiteDefinitionOf(config.suite.name).keepsDirectory &&
  (config.sampleData === 'on' || (config.sampleData === 'auto' && config.issuers.length === 0));

/**
 * Creates the missing sample organisations, on one node at a time. Returns the new ones with the secrets of their
 * apps, which are not stored.
 */
export async function fillSample({
  infrastructure,
  store,
  rules,
  scrypt,
  clock,
}: Node): Promise<FilledOrganisation[]> {
  const { directory } = infrastructure;
  if (directory === undefined) return [];
  const lock = await infrastructure.pool.connect();
  try {
    // A transaction keeps the lock behind a pooler in transaction mode too.
    await lock.query("begin; select pg_advisory_xact_lock(hashtextextended('charter.sample', 0))");
    const { apps, roleAssignments: roles, suite, tenants } = infrastructure;
    return await fillSampleOrganisations({
      tenants,
      administration: directory,
      suite,
      store,
      rules,
      roles,
      registerApp: (app, cause) => registerApp({ apps, scrypt }, app, cause),
      createPolicy: (principal, context, draft) =>
        createPolicy({ store, suite, clock }, principal, context, draft),
      clock,
    });
  } finally {
    // Closes the connection: that ends the transaction and the lock, even when a rollback would fail.
    lock.release(true);
  }
}
