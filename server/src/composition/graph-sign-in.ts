/** Signs in with an app registration once, for commands that test it. */
import type { GraphConfig } from '../config/checks.ts';
import { CharterError, isCharterError } from '../kernel/errors.ts';
import { credentialsOf } from '../suites/graph/credentials.ts';
import type { GraphRegistration } from '../suites/graph/registration.ts';

/** Entra's errors that an administrator meets, by their AADSTS number. */
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

export function signInError(error: unknown): CharterError {
  const text = error instanceof Error ? error.message : String(error);
  const number = /AADSTS(\d+)/.exec(text)?.[1];
  const [firstLine] = text.split('\n');
  if (number === undefined) {
    // The library asks for the addresses of the tenant first, and does not say why it got none.
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
    `Microsoft Entra ID refuses the sign-in (AADSTS${number}). ${reason}`,
    {
      cause: error,
    },
  );
}

/** The permissions in an access token for Microsoft Graph. Entra signs it; Charter only reads it. */
function rolesIn(token: string): string[] {
  try {
    const { roles } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      roles?: string[];
    };
    return roles ?? [];
  } catch (error) {
    throw new CharterError('SuiteError', 'The sign-in works, but its token does not show its permissions.', {
      cause: error,
    });
  }
}

async function organisationName(url: string, token: string): Promise<string | undefined> {
  let response: Response;
  try {
    response = await fetch(`${url}/organization?$select=displayName`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  } catch (error) {
    throw new CharterError('ServiceUnavailable', `Microsoft Graph can't be reached at ${url}.`, {
      cause: error,
    });
  }
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
  /** Application permissions that the registration has in the tenant. */
  roles: string[];
  /** Name of the organisation, when it may be read. */
  organisation: string | undefined;
}

/** @throws CharterError: Forbidden when Entra refuses the sign-in, ServiceUnavailable when Microsoft can't be reached */
export async function signInOnce(
  registration: GraphRegistration,
  cloud: GraphConfig['cloud'],
): Promise<SignedIn> {
  const scope = `${new URL(cloud.url).origin}/.default`;
  let token: string | undefined;
  try {
    token = (await credentialsOf(registration, cloud)().getToken(scope))?.token;
  } catch (error) {
    throw isCharterError(error) ? error : signInError(error);
  }
  if (token === undefined) throw signInError(new Error('no answer'));
  return {
    roles: rolesIn(token),
    organisation: await organisationName(cloud.url.replace(/\/+$/, ''), token),
  };
}
