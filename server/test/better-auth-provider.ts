/**
 * A second third-party OpenID provider for tests: better-auth with its OAuth provider, over HTTP on loopback, in
 * memory. Access tokens are opaque unless the client names a resource (RFC 8707), and have no names: `/userinfo` has
 * them. Signs in by device code (RFC 8628) on request.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  DEVICE_CODE_GRANT_TYPE,
  type OAuthDeviceAuthorizationOptions,
  oauthDeviceAuthorization,
  oauthProvider,
} from '@better-auth/oauth-provider';
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { getAuthTables } from 'better-auth/db';
import { toNodeHandler } from 'better-auth/node';
import { jwt } from 'better-auth/plugins';

export const API = 'https://charter.example';

/** The person of the provider, with the groups that its access tokens name. */
export const ADA = {
  name: 'Ada Lovelace',
  email: 'ada@contoso.example',
  password: 'a password in tests only',
  groups: ['charter-admins', 'Staff'],
};

/** Clients of the command line. The public one and the one with a secret may use device codes; the last one may not. */
export const DEVICE_CLIENTS = {
  public: 'charter-cli',
  confidential: 'charter-tv',
  secret: 'a secret of the command line in tests only',
  withoutCodes: 'charter-browser',
};

export interface BetterAuthProvider {
  issuer: string;
  /** Resolves when the provider has responded to a poll with this error (RFC 8628, section 3.5). */
  answered(error: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** The application provides this page. It forwards the query of the sign-in, and follows the response. */
const LOGIN_PAGE = `<!doctype html><title>Sign in</title>
<form><input name="email"><input name="password" type="password"><button>Sign in</button></form>
<script>
document.querySelector('form').onsubmit = async (event) => {
  event.preventDefault();
  const entered = Object.fromEntries(new FormData(event.target));
  const answer = await fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...entered, oauth_query: location.search.slice(1) }),
  });
  location.href = (await answer.json()).url;
};
</script>`;

/** better-auth leaves this page to the application. It signs the person in, and approves or denies the code. */
const DEVICE_PAGE = `<!doctype html><title>Device code</title>
<form><input name="email"><input name="password" type="password"><input name="code">
<button value="approve">Approve</button><button value="deny">Deny</button></form><p role="status"></p>
<script>
const post = (path, body) => fetch('/api/auth' + path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
});
const form = document.querySelector('form');
form.code.value = new URLSearchParams(location.search).get('user_code') ?? '';
form.onsubmit = async (event) => {
  event.preventDefault();
  const { email, password, code } = Object.fromEntries(new FormData(form));
  await post('/sign-in/email', { email, password });
  await fetch('/api/auth/device?user_code=' + code);
  const answer = await post('/device/' + event.submitter.value, { userCode: code });
  document.querySelector('[role=status]').textContent = answer.ok ? 'Done' : await answer.text();
};
</script>`;

export type DeviceCodes = Pick<OAuthDeviceAuthorizationOptions, 'interval' | 'expiresIn'>;

const optionsOf = (baseURL: string, origin: string, deviceCodes?: DeviceCodes): BetterAuthOptions => ({
  baseURL,
  secret: 'a secret of the provider in tests only, 2026',
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  logger: { disabled: true },
  trustedOrigins: [origin],
  plugins: [
    jwt({ disableSettingJwtHeader: true }),
    // Cast because under exactOptionalPropertyTypes, the declared type of this plugin is not assignable to
    // BetterAuthPlugin.
    oauthProvider({
      loginPage: '/login',
      consentPage: '/consent',
      resources: [API],
      enforcePerClientResources: false,
      customAccessTokenClaims: () => ({ groups: ADA.groups }),
      storeClientSecret: { hash: async (secret) => secret },
    }) as unknown as BetterAuthPlugin,
    ...(deviceCodes
      ? [
          oauthDeviceAuthorization({
            ...deviceCodes,
            verificationUri: '/device',
          }) as unknown as BetterAuthPlugin,
        ]
      : []),
  ],
});

/**
 * @param origin origin of the portal, which may call the provider from the browser
 * @param deviceCodes polling interval and lifetime of device codes; without it, the provider issues none
 */
export async function startBetterAuth(
  origin: string,
  deviceCodes?: DeviceCodes,
): Promise<BetterAuthProvider> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = optionsOf(url, origin, deviceCodes);
  const tables: Record<string, Record<string, unknown>[]> = Object.fromEntries(
    Object.keys(getAuthTables(options)).map((name) => [name, []]),
  );
  const auth = betterAuth({ ...options, database: memoryAdapter(tables) });
  const { adapter } = await auth.$context;
  const { name, email, password } = ADA;
  await auth.api.signUpEmail({ body: { name, email, password } });
  for (const user of tables.user ?? []) user.emailVerified = true;
  const loopback = 'http://127.0.0.1/callback';
  for (const { clientId, redirectUri = loopback, clientSecret, codes = true } of [
    { clientId: 'portal', redirectUri: `${origin}/auth/callback`, codes: false },
    { clientId: DEVICE_CLIENTS.public },
    { clientId: DEVICE_CLIENTS.confidential, clientSecret: DEVICE_CLIENTS.secret },
    { clientId: DEVICE_CLIENTS.withoutCodes, codes: false },
  ]) {
    const data = {
      clientId,
      redirectUris: [redirectUri],
      ...(clientSecret === undefined
        ? { tokenEndpointAuthMethod: 'none', applicationType: 'native' }
        : { clientSecret, tokenEndpointAuthMethod: 'client_secret_post', applicationType: 'web' }),
      grantTypes: ['authorization_code', 'refresh_token', ...(codes ? [DEVICE_CODE_GRANT_TYPE] : [])],
      responseTypes: ['code'],
      requirePKCE: true,
      skipConsent: true,
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    await adapter.create({ model: 'oauthClient', data });
  }
  const answers = new EventEmitter();
  const handle = toNodeHandler({
    handler: async (request: Request) => {
      const answer = await auth.handler(request);
      if (request.url.endsWith('/oauth2/token') && !answer.ok) {
        const { error } = (await answer.clone().json()) as { error: string };
        answers.emit(error);
      }
      return answer;
    },
  });
  listener = (request, response) => {
    const page = [LOGIN_PAGE, DEVICE_PAGE][['/login', '/device'].indexOf(request.url?.split('?')[0] ?? '')];
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return;
    }
    // The application handles cross-origin calls, not the library.
    response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') response.writeHead(204, { 'access-control-allow-headers': '*' }).end();
    else void handle(request, response);
  };
  return {
    issuer: `${url}/api/auth`,
    answered: (error) => once(answers, error),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
