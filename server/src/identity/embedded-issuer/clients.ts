/**
 * The embedded issuer's two clients, both first-party and public (PKCE, no secret). The command line listens on a
 * loopback port of its choice for the redirect (RFC 8252, 7.3), or uses a device code (RFC 8628).
 */
import type { ClientMetadata } from 'oidc-provider';
import { type Message, say } from '../../kernel/messages.ts';

export const PORTAL_CLIENT_ID = 'charter-portal';
export const CLI_CLIENT_ID = 'charter-cli';

const PORTAL_NAME = say('issuer.client.portal', 'Charter portal');
const CLI_NAME = say('issuer.client.cli', 'Charter command line');

/** Names of the clients, as the pages show them. */
export const CLIENT_NAMES: Readonly<Record<string, Message>> = {
  [PORTAL_CLIENT_ID]: PORTAL_NAME,
  [CLI_CLIENT_ID]: CLI_NAME,
};

/** Redirect paths below the portal's address. */
const PORTAL_PATHS = ['/', '/auth/callback'];
const CLI_PATHS = ['/', '/callback'];
/** Hosts of native clients, on any port. */
const NATIVE_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];
const NATIVE_ORIGINS = NATIVE_HOSTS.map((host) => `http://${host}`);

const isNative = (url: URL): boolean => url.protocol === 'http:' && NATIVE_HOSTS.includes(url.hostname);

const under = (origins: readonly string[], paths: readonly string[]): string[] =>
  origins.flatMap((origin) => paths.map((path) => origin + path));

const PUBLIC_GRANTS = ['authorization_code', 'refresh_token'];

const PUBLIC_CLIENT: Pick<ClientMetadata, 'token_endpoint_auth_method' | 'grant_types' | 'response_types'> = {
  token_endpoint_auth_method: 'none',
  grant_types: PUBLIC_GRANTS,
  response_types: ['code'],
};

/**
 * @param publicUrl the service's public address. On a loopback address the portal may also run on the port of its
 * development server.
 */
export function clientsOf(publicUrl: URL): ClientMetadata[] {
  const onThisMachine = isNative(publicUrl);
  const path = publicUrl.pathname.replace(/\/+$/, '');
  const portalUris = under(
    onThisMachine ? NATIVE_ORIGINS : [publicUrl.origin],
    PORTAL_PATHS.map((page) => path + page),
  );
  return [
    {
      ...PUBLIC_CLIENT,
      client_id: PORTAL_CLIENT_ID,
      client_name: PORTAL_NAME.message,
      application_type: onThisMachine ? 'native' : 'web',
      redirect_uris: portalUris,
      post_logout_redirect_uris: portalUris,
    },
    {
      ...PUBLIC_CLIENT,
      client_id: CLI_CLIENT_ID,
      client_name: CLI_NAME.message,
      application_type: 'native',
      grant_types: [...PUBLIC_GRANTS, 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: under(NATIVE_ORIGINS, CLI_PATHS),
      post_logout_redirect_uris: [],
    },
  ];
}

/** Returns true when a page of this origin may call the token endpoint for the client. */
export function isClientOrigin(clientId: string, origin: string, publicUrl: URL): boolean {
  if (clientId !== PORTAL_CLIENT_ID) return false;
  if (origin === publicUrl.origin) return true;
  const url = URL.parse(origin);
  return url !== null && isNative(url) && isNative(publicUrl);
}
