/** Keeps the registrations of tenants in the database of a running service, for `charter graph-tenant`. */
import { appointFirstAdministrator } from '../../../domain/identity/set-up-organisation.ts';
import type { CredentialKind, TenantRegistration } from '../../../domain/registrations/model.ts';
import { type RegistrationInput, sealRegistration } from '../../../domain/registrations/seal-registration.ts';
import { OPERATOR } from '../../../engine/principal.ts';
import { CharterError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Installation } from '../../definition.ts';
import { type GraphRegistration, openRegistration } from '../accounts/registrations.ts';
import type { GraphConfig } from '../settings.ts';
import { type SignedIn, signInOnce } from './sign-in.ts';

export type GraphInstallation = Installation<GraphConfig>;

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
  /** Time since which Microsoft 365 gives Charter no access. Absent while it has access. */
  lostSince?: string;
  /** Time of the last change. Absent for the tenant of the settings. */
  changed?: string;
}

export interface GraphTenantInput extends RegistrationInput {
  /** Whether to store the registration without a test sign-in. */
  isUnchecked?: boolean;
  /** Id of the person who becomes GLOBAL_ADMIN, unless somebody in the tenant has that role. */
  administrator?: string | undefined;
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
  { own: { registration, registrations }, withDatabase }: GraphInstallation,
  tenant: string | undefined,
): Promise<GraphRegistration> {
  const configured = registrations.find((one) => tenant === undefined || one.tenant === tenant);
  const kept =
    tenant === undefined
      ? undefined
      : await withDatabase(async ({ registrations: stored, secrets }) => {
          const found = await stored.find(tenant);
          return found && openRegistration(found, secrets, registration);
        });
  const used = kept ?? configured;
  if (used === undefined) throw noRegistration(tenant);
  return used;
}

/** Lists the tenants that Charter governs, by name. */
export function listGraphTenants({ own, withDatabase }: GraphInstallation): Promise<GraphTenant[]> {
  return withDatabase(async ({ tenants, registrations, secrets, access }) => {
    const lossOf = async (tenant: string): Promise<Pick<GraphTenant, 'lostSince'>> => {
      const since = await access.lostSince(tenant);
      return since === undefined ? {} : { lostSince: since.toISOString() };
    };
    const problemOf = (kept: TenantRegistration): Pick<GraphTenant, 'problem'> => {
      try {
        openRegistration(kept, secrets, own.registration);
        return {};
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    };
    const listed = await Promise.all(
      (await tenants.list()).map(async ({ id: tenant, displayName: name }): Promise<GraphTenant[]> => {
        const kept = await registrations.find(tenant);
        const lost = await lossOf(tenant);
        if (kept !== undefined) return [{ ...toGraphTenant(kept, name), ...problemOf(kept), ...lost }];
        const isConfigured = own.registrations.some((one) => one.tenant === tenant);
        return isConfigured ? [{ tenant, name, credential: 'settings', ...lost }] : [];
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
export function setGraphTenant(
  { own, withDatabase }: GraphInstallation,
  { isUnchecked = false, administrator, ...input }: GraphTenantInput,
): Promise<GraphTenant> {
  const tenantId = input.tenantId.toLowerCase();
  return withDatabase(async ({ tenants, registrations, roles, secrets, clock }) => {
    const registration = sealRegistration({ secrets, clock }, { ...input, tenantId });
    const opened = openRegistration(registration, secrets, own.registration);
    const unchecked: Pick<SignedIn, 'organisation'> = { organisation: undefined };
    const { organisation } = isUnchecked ? unchecked : await signInOnce(opened, own.cloud);
    const name = organisation ?? (await tenants.find(tenantId))?.displayName ?? tenantId;
    const cause = { actor: OPERATOR, requestId: newId(), at: clock.now() };
    await registrations.save(registration, name, cause);
    if (administrator !== undefined) {
      await appointFirstAdministrator({ roles, clock }, { tenantId, id: administrator });
    }
    return toGraphTenant(registration, name);
  });
}

/**
 * Removes the registration of a tenant, and its connected account. The data of the tenant stays. Nodes stop acting in
 * the tenant within half a minute, unless the settings name it.
 * @throws CharterError (NotFound, InvalidRequest, ServiceUnavailable)
 */
export async function removeGraphTenant({ withDatabase }: GraphInstallation, tenant: string): Promise<void> {
  const tenantId = tenant.toLowerCase();
  await withDatabase(async ({ registrations, accounts, clock }) => {
    const cause = { actor: OPERATOR, requestId: newId(), at: clock.now() };
    if (!(await registrations.remove(tenantId, cause))) throw noRegistration(tenantId);
    // The account's tokens are valid only for the client of the removed registration.
    await accounts.remove(tenantId, cause);
  });
}
