/** Keeps the registrations of tenants in the database of a running service, for `charter graph-tenant`. */

import type { GraphConfig } from '../config/checks.ts';
import { type Config, readConfig } from '../config.ts';
import { appointFirstAdministrator } from '../domain/identity/appoint-first-administrator.ts';
import type { CredentialKind, TenantRegistration } from '../domain/registrations/model.ts';
import { type RegistrationInput, sealRegistration } from '../domain/registrations/seal-registration.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import { type Actor, SYSTEM_ACTOR } from '../engine/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { CharterError, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { findServiceAccess } from '../persistence/database.ts';
import { DatabaseClock } from '../persistence/database-clock.ts';
import type { GraphRegistration } from '../suites/graph/accounts/registrations.ts';
import { type SignedIn, signInOnce } from './graph-sign-in.ts';
import { openRegistration } from './kept-registrations.ts';
import { createLog } from './log.ts';
import { openParts, openSecretBox, type Parts, requestLimits } from './node.ts';

/** A tenant that Charter governs, with the registration and the kind of credential for its sign-in. */
export interface GraphTenant {
  tenant: string;
  name: string;
  /** Absent when the tenant uses the registration of the settings. */
  clientId?: string;
  credential: CredentialKind;
  /** Why the credential can't be used on this machine. */
  problem?: string;
  /** Expiry of the certificate. */
  expires?: string;
  /** Time of the last change. Absent for the tenant of the settings. */
  changed?: string;
}

export interface GraphTenantInput extends RegistrationInput {
  /** Whether to store the registration without a test sign-in. */
  isUnchecked?: boolean;
  /** Id of the person who becomes GLOBAL_ADMIN, unless somebody in the tenant has that role. */
  administrator?: string | undefined;
}

/** Actor of the audit records: a person who may run commands on the machine of the service. */
export const OPERATOR: Actor = { ...SYSTEM_ACTOR, displayName: 'The operator of the service' };

/** @throws CharterError (InvalidRequest) without CHARTER_SUITE=graph */
export function graphConfigOf({ graph }: Config): GraphConfig {
  if (graph !== undefined) return graph;
  throw new CharterError('InvalidRequest', 'Set CHARTER_SUITE=graph and the settings of the service.');
}

interface Opened {
  parts: Parts;
  secrets: SecretBox;
  clock: Clock;
}

/** Runs the work with the database of a running service. */
export async function withDatabase<Result>(
  config: Config,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const log = createLog({ ...config, logLevel: 'silent' });
  const access = await findServiceAccess(config);
  const clock = new DatabaseClock();
  const secrets = openSecretBox(config, access.secretKey);
  const parts = await openParts(config, access.url, log, clock, requestLimits(config), secrets);
  try {
    await clock.synchronise(parts.pool);
    return await work({ parts, secrets, clock });
  } finally {
    await parts.pool.end();
  }
}

const toGraphTenant = (
  { tenantId, clientId, credential, expiresAt, changedAt }: TenantRegistration,
  name: string,
): GraphTenant => ({
  tenant: tenantId,
  name,
  ...(clientId !== undefined && { clientId }),
  credential,
  ...(expiresAt !== undefined && { expires: expiresAt.toISOString() }),
  changed: changedAt.toISOString(),
});

const noRegistration = (tenant: string | undefined): CharterError =>
  tenant === undefined
    ? new CharterError('InvalidRequest', 'CHARTER_GRAPH_TENANT is unset. Name the tenant: --tenant <id>.')
    : notFound('registration of a tenant', tenant);

/**
 * Returns the registration of the tenant, by default that of the settings. Reads the database only when a tenant is
 * named. @throws CharterError (NotFound, InvalidRequest, ServiceUnavailable)
 */
export async function findRegistration(
  config: Config,
  tenant: string | undefined,
): Promise<GraphRegistration> {
  const { registration, registrations } = graphConfigOf(config);
  const configured = registrations.find((one) => tenant === undefined || one.tenant === tenant);
  const kept =
    tenant === undefined
      ? undefined
      : await withDatabase(config, async ({ parts, secrets }) => {
          const found = await parts.registrations.find(tenant);
          return found && openRegistration(found, secrets, registration);
        });
  const used = kept ?? configured;
  if (used === undefined) throw noRegistration(tenant);
  return used;
}

/** Lists the tenants that Charter governs, by name. */
export async function listGraphTenants(environment: NodeJS.ProcessEnv = process.env): Promise<GraphTenant[]> {
  const config = readConfig(environment);
  const { registrations } = graphConfigOf(config);
  return withDatabase(config, async ({ parts, secrets }) => {
    const tenants = await parts.tenants.list();
    const problemOf = (kept: TenantRegistration): Pick<GraphTenant, 'problem'> => {
      try {
        openRegistration(kept, secrets, graphConfigOf(config).registration);
        return {};
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    };
    const listed = await Promise.all(
      tenants.map(async ({ id: tenant, displayName: name }): Promise<GraphTenant[]> => {
        const kept = await parts.registrations.find(tenant);
        if (kept !== undefined) return [{ ...toGraphTenant(kept, name), ...problemOf(kept) }];
        const isConfigured = registrations.some((one) => one.tenant === tenant);
        return isConfigured ? [{ tenant, name, credential: 'settings' }] : [];
      }),
    );
    return listed.flat();
  });
}

/**
 * Stores the registration of a tenant after a test sign-in, unless `isUnchecked`, and appoints `administrator`. All
 * nodes use the registration within half a minute.
 * @throws CharterError: InvalidRequest; Forbidden when Entra refuses the sign-in; ServiceUnavailable
 */
export async function setGraphTenant(
  { isUnchecked = false, administrator, ...input }: GraphTenantInput,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<GraphTenant> {
  const config = readConfig(environment);
  const graph = graphConfigOf(config);
  const tenantId = input.tenantId.toLowerCase();
  return withDatabase(config, async ({ parts, secrets, clock }) => {
    const registration = sealRegistration({ secrets, clock }, { ...input, tenantId });
    const opened = openRegistration(registration, secrets, graph.registration);
    const unchecked: Pick<SignedIn, 'organisation'> = { organisation: undefined };
    const { organisation } = isUnchecked ? unchecked : await signInOnce(opened, graph.cloud);
    const name = organisation ?? (await parts.tenants.find(tenantId))?.displayName ?? tenantId;
    const cause = { actor: OPERATOR, requestId: newId(), at: clock.now() };
    await parts.registrations.save(registration, name, cause);
    if (administrator !== undefined) {
      await appointFirstAdministrator(
        { roles: parts.roleAssignments, clock },
        { tenantId, id: administrator },
      );
    }
    return toGraphTenant(registration, name);
  });
}

/**
 * Removes the registration of a tenant, and its connected account. The data of the tenant stays. Nodes stop acting in
 * the tenant within half a minute, unless the settings name it.
 * @throws CharterError (NotFound, InvalidRequest, ServiceUnavailable)
 */
export async function removeGraphTenant(
  tenant: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const config = readConfig(environment);
  graphConfigOf(config);
  const tenantId = tenant.toLowerCase();
  await withDatabase(config, async ({ parts, clock }) => {
    const cause = { actor: OPERATOR, requestId: newId(), at: clock.now() };
    if (!(await parts.registrations.remove(tenantId, cause))) throw noRegistration(tenantId);
    // The account's tokens are valid only for the client of the removed registration.
    await parts.accounts.remove(tenantId, cause);
  });
}
