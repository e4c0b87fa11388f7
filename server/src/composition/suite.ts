/** Opens the suite that the configuration chooses. */
import type { Config } from '../config.ts';
import type { TenantStore } from '../domain/identity/ports.ts';
import { ensureOrganisation } from '../domain/identity/set-up-organisation.ts';
import { measureCalls } from '../engine/suite-calls.ts';
import { notFound } from '../kernel/errors.ts';
import type { OpenedSuite, SuiteContext } from '../suites/definition.ts';
import { suiteDefinitionOf } from '../suites/registry.ts';

export async function openSuite(
  { suite: { name, own } }: Config,
  context: SuiteContext,
): Promise<OpenedSuite> {
  const opened = await suiteDefinitionOf(name).open(own, context);
  return { ...opened, suite: measureCalls(opened.suite) };
}

/**
 * Returns the organisation of the calling tenant. Does not call the suite when the tenant is registered and its
 * organisation is stored, so that pages open while the suite is unreachable.
 */
export async function knownOrganisation(
  opened: OpenedSuite,
  tenants: Pick<TenantStore, 'find'>,
  tenantId: string,
  own: Config['organisation'],
): Promise<{ displayName: string }> {
  const isRegistered = (await opened.isRegistered?.(tenantId)) ?? false;
  const known = isRegistered ? await tenants.find(tenantId) : undefined;
  return known ?? organisationOf(opened, tenantId, own);
}

/** Returns the tenant's organisation. Creates a missing one in a directory that Charter manages. */
async function organisationOf(
  { suite, directory }: OpenedSuite,
  tenantId: string,
  own: Config['organisation'],
): Promise<{ displayName: string }> {
  if (directory !== undefined) return ensureOrganisation({ suite, directory }, tenantId, own);
  const organisation = await suite.organisation(tenantId);
  if (organisation === undefined) throw notFound('organisation', tenantId);
  return organisation;
}
