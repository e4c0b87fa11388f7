/** Checks Charter's app registration in a Microsoft Entra tenant, for `charter graph`. */
import { hasCode, isCharterError } from '../../../kernel/errors.ts';
import {
  comparePermissions,
  type GraphFeature,
  OPTIONAL_FEATURES,
  type PermissionComparison,
  SIGN_INS_PERMISSION,
} from '../accounts/permissions.ts';
import { parseReport, REPORT } from '../mirror/activity.ts';
import { GUESTS, NO_LICENCE } from '../mirror/sign-ins.ts';
import { type RetryHooks, signInOnce, silentRetryHooks } from './sign-in.ts';
import { findRegistration, type GraphAccount, type GraphInstallation, showGraphAccount } from './tenants.ts';

interface RegistrationCheck extends PermissionComparison {
  tenant: string;
  clientId: string;
  /** Name of the organisation; undefined when the registration may not read it. */
  organisation: string | undefined;
  /** The connected account; undefined when none is connected, or the database can't be read. */
  account: GraphAccount | undefined;
  /** Why the usage report can't show the activity of teams; undefined when it does, or when it can't be read now. */
  reportProblem: string | undefined;
  /** Set when Graph does not show sign-ins because the licence is missing. */
  signInProblem: string | undefined;
}

interface CheckOptions extends Partial<RetryHooks> {
  /** Disabled features, whose permissions are not needed. */
  off?: readonly GraphFeature[] | undefined;
  /**
   * Optional features that are used, besides the activity feed, which the settings switch on, and sign-ins, which the
   * granted permission switches on.
   */
  on?: readonly GraphFeature[] | undefined;
  /** Default: the tenant of the settings, with its registration. */
  tenant?: string | undefined;
}

/**
 * Returns the connected account; undefined when none is connected, or when the database can't be read. There is no
 * database before the first start of a service.
 */
const findAccount = (installation: GraphInstallation, tenant: string): Promise<GraphAccount | undefined> =>
  showGraphAccount(installation, tenant).catch((error: unknown) => {
    if (isCharterError(error) && !hasCode(error, 'NotFound', 'ServiceUnavailable')) throw error;
    return undefined;
  });

/**
 * Signs in with the registration of the tenant, and compares its permissions with those that Charter needs.
 * Waits when Graph asks for a pause.
 * @throws CharterError: InvalidRequest without CHARTER_SUITE=graph or without a tenant, NotFound for a tenant without a
 * registration, Forbidden when Entra rejects the sign-in, ServiceUnavailable when Microsoft or the database can't be
 * reached, or when Graph is unavailable (then with the time to wait)
 */
export async function checkRegistration(
  installation: GraphInstallation,
  { off = [], on = [], tenant, ...retryHooks }: CheckOptions = {},
): Promise<RegistrationCheck> {
  const { own, publicUrl } = installation;
  const { cloud } = own;
  const registration = await findRegistration(installation, tenant);
  const { token, roles, organisation } = await signInOnce(registration, cloud, {
    ...silentRetryHooks,
    ...retryHooks,
  });
  const { clientId } = registration;
  // Charter reads sign-ins if the permission is granted.
  const readsSignIns = roles.includes(SIGN_INS_PERMISSION);
  const used: readonly GraphFeature[] = [
    ...(own.isFeedOn ? ['activityFeed' as const] : []),
    ...(readsSignIns ? ['signIns' as const] : []),
    ...on,
  ];
  const unused = OPTIONAL_FEATURES.filter((feature) => !used.includes(feature));
  const { permissions, tooMuch } = comparePermissions(roles, [...off, ...unused]);
  // Without a public address there are no subscriptions, so their missing permission is not reported.
  const isNotified = own.isNotified && publicUrl?.startsWith('https://');
  const needed = permissions.filter(
    ({ feature, state }) => isNotified || feature !== 'notifications' || state !== 'missing',
  );
  const account = await findAccount(installation, registration.tenant);
  const isReportRead = permissions.some(
    ({ feature, state }) => feature === 'activity' && state !== 'missing',
  );
  const signInProblem = readsSignIns ? await signInProblemOf(cloud.url, token) : undefined;
  const reportProblem = isReportRead ? await reportProblemOf(cloud.url, token) : undefined;
  return {
    ...{ tenant: registration.tenant, clientId, organisation, account },
    ...{ permissions: needed, tooMuch, reportProblem, signInProblem },
  };
}

const TIMEOUT_MILLISECONDS = 30_000;

/** Reads a path of Microsoft Graph. Returns undefined when it does not respond. */
async function read(
  url: string,
  path: string,
  token: string,
): Promise<{ ok: boolean; text: string } | undefined> {
  try {
    // Graph redirects a report to another server, and fetch sends that server no token.
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    return { ok: response.ok, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** Returns the problem when Graph does not show sign-ins because the licence is missing; undefined otherwise. */
async function signInProblemOf(url: string, token: string): Promise<string | undefined> {
  const answer = await read(url, `${GUESTS}&$top=1`, token);
  return answer?.text.includes(NO_LICENCE)
    ? 'Microsoft Graph does not show when guests signed in: the organisation has no licence for Microsoft Entra ID P1 or P2. No guest counts as inactive.'
    : undefined;
}

/** Returns why the report can't show the activity of teams; undefined when it does, or when it can't be read now. */
async function reportProblemOf(url: string, token: string): Promise<string | undefined> {
  const answer = await read(url, REPORT, token);
  if (!answer?.ok) return undefined;
  try {
    parseReport(answer.text);
    return undefined;
  } catch (error) {
    if (isCharterError(error)) return error.message;
    throw error;
  }
}
