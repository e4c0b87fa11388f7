/** Tests Charter's app registration in a Microsoft Entra tenant, for `charter graph`. */
import { readConfig } from '../config.ts';
import { CharterError, isCharterError } from '../kernel/errors.ts';
import { credentialsOf } from '../suites/graph/credentials.ts';
import {
  comparePermissions,
  type GraphFeature,
  type PermissionComparison,
} from '../suites/graph/permissions.ts';

export {
  GRAPH_FEATURES,
  type GraphFeature,
  type GraphPermission,
  type PermissionComparison,
  permissionsFor,
} from '../suites/graph/permissions.ts';

export interface RegistrationCheck extends PermissionComparison {
  tenant: string;
  clientId: string;
  /** Name of the organisation, when it may be read. */
  organisation: string | undefined;
}

/** Entra's errors that an administrator meets, by their AADSTS number. */
const REASONS: Readonly<Record<string, string>> = {
  '700016':
    'The tenant has no application with this id. Compare CHARTER_GRAPH_CLIENT_ID with the overview of the registration.',
  '90002': 'There is no such tenant. Compare CHARTER_GRAPH_TENANT with the overview of the registration.',
  '7000215': 'The client secret is wrong. Copy its value, not its id.',
  '7000222': 'The client secret has expired. Create a new one.',
  '700027': 'The certificate is not one of the registration, or it has expired. Upload it again.',
};

const TIMEOUT_MILLISECONDS = 30_000;

function signInError(error: unknown): CharterError {
  const text = error instanceof Error ? error.message : String(error);
  const number = /AADSTS(\d+)/.exec(text)?.[1];
  const [firstLine] = text.split('\n');
  if (number === undefined) {
    return new CharterError('ServiceUnavailable', `Microsoft Entra ID gives no token: ${firstLine}`, {
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
  const { roles } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    roles?: string[];
  };
  return roles ?? [];
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

/**
 * Signs in with the configured registration, and compares its permissions with those that Charter needs.
 * @param off features that are not used
 * @throws CharterError: InvalidRequest without CHARTER_SUITE=graph, Forbidden when Entra refuses the sign-in,
 * ServiceUnavailable when Microsoft can't be reached
 */
export async function checkRegistration(
  off: readonly GraphFeature[] = [],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RegistrationCheck> {
  const { graph } = readConfig(environment);
  const registration = graph?.registrations[0];
  if (graph === undefined || registration === undefined) {
    throw new CharterError('InvalidRequest', 'Set CHARTER_SUITE=graph and the settings of the registration.');
  }
  const { url } = graph.cloud;
  const scope = `${new URL(url).origin}/.default`;
  let token: string | undefined;
  try {
    token = (await credentialsOf(registration, graph.cloud)().getToken(scope))?.token;
  } catch (error) {
    throw isCharterError(error) ? error : signInError(error);
  }
  if (token === undefined) throw signInError(new Error('no answer'));
  const { tenant, clientId } = registration;
  const organisation = await organisationName(url.replace(/\/+$/, ''), token);
  return { tenant, clientId, organisation, ...comparePermissions(rolesIn(token), off) };
}
