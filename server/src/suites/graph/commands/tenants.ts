/**
 * Manages the registrations of tenants and their connected accounts in the database of a service, for `charter
 * graph-tenant` and `charter graph-account`.
 */
import { appointFirstAdministrator } from '../../../domain/identity/set-up-organisation.ts';
import {
  type ConnectedAccount,
  type CredentialKind,
  type TenantRegistration,
  tokensContext,
} from '../../../domain/registrations/model.ts';
import { type RegistrationInput, sealRegistration } from '../../../domain/registrations/seal-registration.ts';
import { OPERATOR } from '../../../engine/principal.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Installation } from '../../definition.ts';
import {
  type AccountPurpose,
  accountScope,
  createAccountClient,
  openAccount,
  permissionNames,
  purposesOf,
} from '../accounts/account.ts';
import { type GraphRegistration, openRegistration } from '../accounts/registrations.ts';
import type { GraphConfig } from '../settings.ts';
import { type SignedIn, signInError, signInOnce } from './sign-in.ts';

export type GraphInstallation = Installation<GraphConfig>;

/** A tenant that Charter governs, with its registration and the kind of its credential. */
export interface GraphTenant {
  tenant: string;
  name: string;
  /** Absent when the tenant uses the registration of the settings. */
  clientId?: string;
  credential: CredentialKind;
  /** Why this machine can't use the credential. */
  problem?: string;
  /** Expiry of the certificate. */
  expires?: string;
  /** Time at which Charter lost its access to Microsoft 365. Absent while it has access. */
  lostSince?: string;
  /** Time of the last change. Absent for the tenant of the settings. */
  changed?: string;
}

interface GraphTenantInput extends RegistrationInput {
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
    : new CharterError(
        'NotFound',
        `No registration of the tenant ${tenant} is stored. Add one: charter graph-tenant set ${tenant}.`,
      );

/**
 * Returns the registration of the tenant, by default that of the settings. Reads the database only for a named tenant.
 * @throws CharterError (NotFound, InvalidRequest, ServiceUnavailable)
 */
export async function findRegistration(
  { own: { registration, registrations }, withDatabase }: GraphInstallation,
  tenant: string | undefined,
): Promise<GraphRegistration> {
  const configured = registrations.find((one) => tenant === undefined || one.tenant === tenant);
  const stored =
    tenant === undefined
      ? undefined
      : await withDatabase(async ({ registrations: stored, secrets }) => {
          const found = await stored.find(tenant);
          return found && openRegistration(found, secrets, registration);
        });
  const used = stored ?? configured;
  if (used === undefined) throw noRegistration(tenant);
  return used;
}

/** Lists the known tenants that have a registration in the database or in the settings, by name. */
export function listGraphTenants({ own, withDatabase }: GraphInstallation): Promise<GraphTenant[]> {
  return withDatabase(async ({ tenants, registrations, secrets, access }) => {
    const lossOf = async (tenant: string): Promise<Pick<GraphTenant, 'lostSince'>> => {
      const since = await access.lostSince(tenant);
      return since === undefined ? {} : { lostSince: since.toISOString() };
    };
    const problemOf = (stored: TenantRegistration): Pick<GraphTenant, 'problem'> => {
      try {
        openRegistration(stored, secrets, own.registration);
        return {};
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    };
    const listed = await Promise.all(
      (await tenants.list()).map(async ({ id: tenant, displayName: name }): Promise<GraphTenant[]> => {
        const stored = await registrations.find(tenant);
        const lost = await lossOf(tenant);
        if (stored !== undefined) return [{ ...toGraphTenant(stored, name), ...problemOf(stored), ...lost }];
        const isConfigured = own.registrations.some((one) => one.tenant === tenant);
        return isConfigured ? [{ tenant, name, credential: 'settings', ...lost }] : [];
      }),
    );
    return listed.flat();
  });
}

/**
 * Stores the registration of a tenant, after a test sign-in unless `isUnchecked` is true. Appoints `administrator` if
 * the tenant has no GLOBAL_ADMIN. All nodes use the registration within half a minute.
 * @throws CharterError: InvalidRequest; Forbidden when Entra rejects the sign-in; ServiceUnavailable
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
 * Removes the registration of a tenant and its connected account. The tenant's data remains. Nodes stop acting in the
 * tenant within half a minute, unless the settings name it.
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

/** The account with which Charter sets labels and posts messages in a tenant. */
export interface GraphAccount {
  tenant: string;
  account: string;
  /** Delegated permissions of the account. */
  permissions: readonly string[];
  uses: readonly AccountPurpose[];
  connected: string;
  /**
   * Time at which Microsoft rejected the account's sign-in. When its tokens can't be decrypted, the time at which it
   * was connected. `reason` says which. Absent while the account can be used.
   */
  lost?: string;
  reason?: string;
}

/** The code that the person who connects the account must enter, and the page for it. */
interface DeviceCode {
  code: string;
  address: string;
  /** Microsoft's own instruction, with the code and the address. */
  message: string;
}

const toGraphAccount = (account: ConnectedAccount): GraphAccount => ({
  tenant: account.tenantId,
  account: account.userName,
  permissions: account.scopes,
  uses: account.lostAt === undefined ? purposesOf(account.scopes) : [],
  connected: account.connectedAt.toISOString(),
  ...(account.lostAt !== undefined && { lost: account.lostAt.toISOString() }),
  ...(account.lostReason !== undefined && { reason: account.lostReason }),
});

/** Reasons for failed sign-ins with a device code, by the error code of Entra or MSAL in the message. */
const CODE_ERRORS: readonly [pattern: RegExp, reason: string][] = [
  [
    /invalid_client/,
    'The registration does not allow public client flows, which device codes need: Authentication, Allow public client flows.',
  ],
  [/authorization_declined/, 'The sign-in was declined.'],
  [/expired|timeout/i, 'Nobody signed in with the code in time. Try again.'],
];

function codeError(error: unknown): CharterError {
  const text = String(error);
  const known = CODE_ERRORS.find(([pattern]) => pattern.test(text));
  return known ? new CharterError('Forbidden', known[1], { cause: error }) : signInError(error);
}

/** Signs in with a device code. @throws CharterError (Forbidden, ServiceUnavailable) */
async function signInWithCode(
  cloud: GraphConfig['cloud'],
  tenant: string,
  clientId: string,
  show: (code: DeviceCode) => void,
) {
  const client = await createAccountClient(tenant, clientId, cloud);
  const result = await client
    .acquireTokenByDeviceCode({
      scopes: [accountScope(cloud)],
      deviceCodeCallback: ({ userCode: code, verificationUri: address, message }) =>
        show({ code, address, message }),
    })
    .catch((error: unknown) => {
      throw codeError(error);
    });
  if (result?.account == null) throw signInError(new Error('no answer'));
  return { account: result.account, scopes: result.scopes, tokens: client.getTokenCache().serialize() };
}

/**
 * Connects the account with which a person signs in. All nodes use it within half a minute.
 * @param tenant by default the tenant of the settings
 * @throws CharterError: Forbidden when Entra rejects the sign-in, or when the account belongs to another tenant or has
 *   none of the permissions; NotFound or InvalidRequest without a registration of the tenant; ServiceUnavailable when
 *   Microsoft or the service's database can't be reached
 */
export async function connectGraphAccount(
  installation: GraphInstallation,
  tenant: string | undefined,
  show: (code: DeviceCode) => void,
): Promise<GraphAccount> {
  const { own, withDatabase } = installation;
  const registration = await findRegistration(installation, tenant?.toLowerCase());
  const { clientId, tenant: tenantId } = registration;
  const { account, scopes, tokens } = await signInWithCode(own.cloud, tenantId, clientId, show);
  const permissions = permissionNames(scopes);
  if (account.tenantId !== tenantId) {
    throw new CharterError('Forbidden', `${account.username} is an account of another tenant.`);
  }
  if (purposesOf(permissions).length === 0) {
    const text = `The registration has none of the delegated permissions that an account needs, or nobody has consented to them. 'charter graph permissions' lists them.`;
    throw new CharterError('Forbidden', text);
  }
  return withDatabase(async ({ accounts, secrets, clock }) => {
    const now = clock.now();
    const userId = account.localAccountId;
    const connected: ConnectedAccount = {
      tenantId,
      clientId,
      userId,
      userName: account.username,
      scopes: permissions,
      sealedTokens: secrets.seal(tokens, tokensContext(tenantId, userId)),
      connectedAt: now,
      lostAt: undefined,
      lostReason: undefined,
    };
    await accounts.save(connected, { actor: OPERATOR, requestId: newId(), at: now });
    return toGraphAccount(connected);
  });
}

const tenantOf = ({ own }: GraphInstallation, tenant: string | undefined): string => {
  const used = tenant?.toLowerCase() ?? own.registrations[0]?.tenant;
  if (used !== undefined) return used;
  throw new CharterError('InvalidRequest', 'CHARTER_GRAPH_TENANT is unset. Name the tenant: --tenant <id>.');
};

const noAccount = (tenantId: string): CharterError =>
  new CharterError(
    'NotFound',
    `No account is connected for the tenant ${tenantId}. Connect one: charter graph-account connect.`,
  );

/**
 * Returns the connected account of the tenant, by default the tenant of the settings.
 * @throws CharterError: InvalidRequest when no tenant is named; NotFound when no account is connected;
 *   ServiceUnavailable when no service has run on the database
 */
export async function showGraphAccount(
  installation: GraphInstallation,
  tenant: string | undefined,
): Promise<GraphAccount> {
  const tenantId = tenantOf(installation, tenant);
  return installation.withDatabase(async ({ accounts, secrets }) => {
    const found = await accounts.find(tenantId);
    if (found === undefined) throw noAccount(tenantId);
    const { lostReason } = openAccount(found, secrets);
    const isUnreadable = found.lostReason === undefined && lostReason !== undefined;
    return toGraphAccount(isUnreadable ? { ...found, lostAt: found.connectedAt, lostReason } : found);
  });
}

/** Removes the connected account with its tokens. @throws CharterError as showGraphAccount does */
export async function disconnectGraphAccount(
  installation: GraphInstallation,
  tenant: string | undefined,
): Promise<void> {
  const tenantId = tenantOf(installation, tenant);
  await installation.withDatabase(async ({ accounts, clock }) => {
    const cause = { actor: OPERATOR, requestId: newId(), at: clock.now() };
    if (!(await accounts.remove(tenantId, cause))) throw noAccount(tenantId);
  });
}
