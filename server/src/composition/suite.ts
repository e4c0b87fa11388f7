/** Opens the suite that the configuration chooses. */

import type { Config } from '../config.ts';
import type { KeptOrganisation } from '../domain/directory/ports.ts';
import { openOrganisation } from '../domain/identity/open-organisation.ts';
import type { TenantStore } from '../domain/identity/ports.ts';
import type { Suite } from '../engine/suite.ts';
import type { Clock } from '../kernel/clock.ts';
import { notFound } from '../kernel/errors.ts';
import { suiteDeps } from '../persistence/directory/index.ts';
import type { Tenancy } from '../persistence/tenancy.ts';
import { createEmbeddedSuite } from '../suites/embedded/index.ts';
import type { Lane } from '../suites/graph/client/budgets.ts';
import type { GraphSuite, GraphSuiteOptions } from '../suites/graph/suite.ts';

export interface OpenedSuite {
  suite: Suite;
  /** Undefined when another system keeps the directory. */
  directory: KeptOrganisation | undefined;
  /** The suite for Microsoft Graph, which keeps a copy of another directory; undefined for the embedded suite. */
  graph: GraphSuite | undefined;
}

/** Registrations and connected accounts of tenants, and the records of lost access. */
export type KeptSignIns = Pick<GraphSuiteOptions, 'kept' | 'accounts' | 'access'>;

/**
 * Opens the suite. Loads the code for Microsoft Graph only when it is configured, because the code takes memory.
 * @param kept registrations and connected accounts in the database
 */
export async function openSuite(
  config: Config,
  tenancy: Tenancy<object>,
  clock: Clock,
  lane: Lane,
  kept?: KeptSignIns,
): Promise<OpenedSuite> {
  if (config.graph === undefined) {
    const suite = createEmbeddedSuite(suiteDeps(tenancy, clock), { ownApps: config.embeddedApps });
    return { suite, directory: suite, graph: undefined };
  }
  const { createGraphSuite } = await import('../suites/graph/suite.ts');
  const graph = createGraphSuite(suiteDeps(tenancy, clock), { ...config.graph, lane, ...kept });
  return { suite: graph, directory: undefined, graph };
}

/**
 * Returns the organisation of a calling tenant. Does not ask Microsoft for a known one, so that pages open while
 * Graph is unreachable.
 */
export async function knownOrganisation(
  { graph, ...opened }: OpenedSuite,
  tenants: Pick<TenantStore, 'find'>,
  tenantId: string,
  own: Config['organisation'],
): Promise<{ displayName: string }> {
  const known = await graph?.isRegistered(tenantId).then((is) => (is ? tenants.find(tenantId) : undefined));
  return known ?? organisationOf({ graph, ...opened }, tenantId, own);
}

/** Returns the tenant's organisation. Creates a missing one in a directory that Charter keeps. */
export async function organisationOf(
  { suite, directory }: OpenedSuite,
  tenantId: string,
  own: Config['organisation'],
): Promise<{ displayName: string }> {
  if (directory !== undefined) return openOrganisation({ suite, directory }, tenantId, own);
  const organisation = await suite.organisation(tenantId);
  if (organisation === undefined) throw notFound('organisation', tenantId);
  return organisation;
}
