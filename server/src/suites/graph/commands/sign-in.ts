/** Signs in with an app registration once, for commands that check it. */
import { setTimeout } from 'node:timers/promises';
import { CharterError, isCharterError } from '../../../kernel/errors.ts';
import { type Backoff, backoff } from '../../../kernel/retry.ts';
import { rolesIn } from '../accounts/permissions.ts';
import { credentialOf, type GraphRegistration, reasonForNoResponse } from '../accounts/registrations.ts';
import { retryAfterOf } from '../client/request.ts';
import type { GraphConfig } from '../settings.ts';

/** Entra's errors that an administrator can cause, by AADSTS number. */
const REASONS: Readonly<Record<string, string>> = {
  '700016':
    'The tenant has no application with this id, or nobody has consented to it there. Compare the client id (CHARTER_GRAPH_CLIENT_ID) with the overview of the registration.',
  '90002':
    'There is no such tenant. Compare the tenant id (CHARTER_GRAPH_TENANT) with the overview of the registration.',
  '7000215': 'The client secret is wrong. Copy its value, not its id.',
  '7000222': 'The client secret has expired. Create a new one.',
  '700027': 'The certificate is not one of the registration, or it has expired. Upload it again.',
};

const TIMEOUT_MILLISECONDS = 30_000;

/** How a command reports and performs its waits while Microsoft Graph throttles it or is unavailable. */
export interface RetryHooks {
  /** Receives a line of text before each wait. */
  report(text: string): void;
  wait(milliseconds: number): Promise<unknown>;
}

export const silentRetryHooks: RetryHooks = { report: () => undefined, wait: (time) => setTimeout(time) };

/** Maximum total wait of a command, in seconds. */
const MAX_WAIT_SECONDS = 120;
/** Backoff after a response without Retry-After. */
const UNSTATED_WAIT: Backoff = { first: 2_000, longest: 30_000 };
/** Statuses after which a retry of the read may succeed. */
const PASSING = [429, 500, 502, 503, 504];

export function signInError(error: unknown): CharterError {
  const text = error instanceof Error ? error.message : String(error);
  const number = /AADSTS(\d+)/.exec(text)?.[1];
  const [firstLine] = text.split('\n');
  if (number === undefined) {
    // MSAL first requests the endpoints of the tenant. Its error does not say why that request failed.
    const reason = /endpoints_resolution_error|openid_config_error/.test(text)
      ? 'It does not know the tenant, or is not at this address. Compare CHARTER_GRAPH_TENANT and CHARTER_GRAPH_AUTHORITY.'
      : firstLine;
    return new CharterError('ServiceUnavailable', `Microsoft Entra ID gives no token: ${reason}`, {
      cause: error,
    });
  }
  const reason = REASONS[number] ?? firstLine;
  return new CharterError(
    'Forbidden',
    `Microsoft Entra ID rejects the sign-in (AADSTS${number}). ${reason}`,
    {
      cause: error,
    },
  );
}

function permissionsIn(token: string): string[] {
  const roles = rolesIn(token);
  if (roles !== undefined) return roles;
  throw new CharterError('SuiteError', 'The sign-in works, but its token does not show its permissions.');
}

async function readOrganisation(url: string, token: string): Promise<Response> {
  try {
    return await fetch(`${url}/organization?$select=displayName`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  } catch (error) {
    throw new CharterError('ServiceUnavailable', `Microsoft Graph can't be reached at ${url}.`, {
      cause: error,
    });
  }
}

/**
 * Repeats the read while Graph throttles it or is unavailable: after the time that Graph names, else with backoff.
 * @throws ServiceUnavailable when Graph can't be reached, or with the next wait when it exceeds the remaining time
 */
async function readWithRetries(url: string, token: string, { report, wait }: RetryHooks): Promise<Response> {
  let waited = 0;
  for (let tries = 1; ; tries += 1) {
    const response = await readOrganisation(url, token);
    if (!PASSING.includes(response.status)) return response;
    const seconds = Math.ceil(
      retryAfterOf(response.headers, new Date()) ?? backoff(UNSTATED_WAIT, tries, Math.random()) / 1000,
    );
    await response.body?.cancel();
    if (waited + seconds > MAX_WAIT_SECONDS) throw unavailable(response.status, seconds);
    report(`Microsoft Graph answers with ${response.status}. Trying again in ${seconds} s.`);
    await wait(seconds * 1000);
    waited += Math.max(seconds, 1);
  }
}

const unavailable = (status: number, retryAfterSeconds: number): CharterError => {
  const reason = status === 429 ? 'limits the calls of this tenant' : 'is unavailable';
  return new CharterError(
    'ServiceUnavailable',
    `Microsoft Graph ${reason} (${status}). Nothing is known about the registration. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
};

/** Returns the name of the organisation; undefined when the registration may not read it. */
async function organisationName(
  url: string,
  token: string,
  retryHooks: RetryHooks,
): Promise<string | undefined> {
  const response = await readWithRetries(url, token, retryHooks);
  if (response.status === 403) return undefined;
  if (!response.ok) {
    throw new CharterError(
      'ServiceUnavailable',
      `Microsoft Graph at ${url} answers with ${response.status}.`,
    );
  }
  const { value } = (await response.json()) as { value: { displayName?: string }[] };
  return value[0]?.displayName;
}

export interface SignedIn {
  token: string;
  /** Application permissions that the registration has in the tenant. */
  roles: string[];
  /** Name of the organisation; undefined when the registration may not read it. */
  organisation: string | undefined;
}

/** Returns the error for a sign-in without a token: Entra rejected it, or did not respond. */
async function withoutToken(error: unknown, authority: string): Promise<CharterError> {
  const rejection = signInError(error);
  if (rejection.code === 'Forbidden') return rejection;
  const reason = await reasonForNoResponse(authority);
  return reason === undefined ? rejection : new CharterError('ServiceUnavailable', reason, { cause: error });
}

/**
 * Signs in once, and reads the permissions in the token and the name of the organisation.
 * @throws CharterError: Forbidden when Entra rejects the sign-in, SuiteError when the token can't be read,
 * ServiceUnavailable when Microsoft fails or can't be reached, with a time when the waits for Graph exceed 120 s
 */
export async function signInOnce(
  registration: GraphRegistration,
  cloud: GraphConfig['cloud'],
  retryHooks: RetryHooks = silentRetryHooks,
): Promise<SignedIn> {
  const scope = `${new URL(cloud.url).origin}/.default`;
  let token: string | undefined;
  try {
    token = (await credentialOf(registration, cloud).getToken(scope))?.token;
  } catch (error) {
    throw isCharterError(error) ? error : await withoutToken(error, cloud.authority);
  }
  if (token === undefined) throw signInError(new Error('no answer'));
  return {
    token,
    roles: permissionsIn(token),
    organisation: await organisationName(cloud.url.replace(/\/+$/, ''), token, retryHooks),
  };
}
