/** Connects, shows and disconnects the account of a tenant, for `charter graph-account`. */
import { type ConnectedAccount, tokensContext } from '../../../domain/registrations/model.ts';
import { OPERATOR } from '../../../engine/principal.ts';
import { CharterError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  type AccountPurpose,
  accountScope,
  createAccountClient,
  openAccount,
  permissionNames,
  purposesOf,
} from '../accounts/account.ts';
import type { GraphConfig } from '../settings.ts';
import { signInError } from './sign-in.ts';
import { findRegistration, type GraphInstallation } from './tenants.ts';

/** The account as which Charter sets labels and posts messages in a tenant. */
export interface GraphAccount {
  tenant: string;
  account: string;
  /** Delegated permissions of the account. */
  permissions: readonly string[];
  uses: readonly AccountPurpose[];
  connected: string;
  /** Time at which Microsoft refused the account's sign-in. `reason` says why. */
  lost?: string;
  reason?: string;
}

/** The code that the person who connects the account must enter, and the address of the page for it. */
export interface DeviceCode {
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

/** Texts for errors of a sign-in with a device code. MSAL's message names only Entra's error code. */
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
 * @throws CharterError: Forbidden when Entra refuses the sign-in, or the account is of another tenant or has none of
 * the permissions; NotFound or InvalidRequest without a registration of the tenant; ServiceUnavailable when Microsoft
 * or the service's database can't be reached
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

const noAccount = (tenantId: string): CharterError => notFound('connected account of a tenant', tenantId);

/** @throws CharterError: NotFound when no account is connected, ServiceUnavailable when no service runs here */
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
