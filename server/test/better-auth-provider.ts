/**
 * A second third-party OpenID provider for tests: better-auth with its OAuth provider, over HTTP on loopback, in
 * memory. Access tokens are opaque unless the client names a resource (RFC 8707), and have no names: `/userinfo` does.
 */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { oauthProvider } from '@better-auth/oauth-provider';
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

export interface BetterAuthProvider {
  issuer: string;
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

const optionsOf = (baseURL: string, origin: string): BetterAuthOptions => ({
  baseURL,
  secret: 'a secret of the provider in tests only, 2026',
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  logger: { disabled: true },
  trustedOrigins: [origin],
  plugins: [
    jwt({ disableSettingJwtHeader: true }),
    // Its declared type is no plugin under exactOptionalPropertyTypes.
    oauthProvider({
      loginPage: '/login',
      consentPage: '/consent',
      resources: [API],
      enforcePerClientResources: false,
      customAccessTokenClaims: () => ({ groups: ADA.groups }),
    }) as unknown as BetterAuthPlugin,
  ],
});

/** @param origin origin of the portal, which may call the provider from the browser */
export async function startBetterAuth(origin: string): Promise<BetterAuthProvider> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = optionsOf(url, origin);
  const tables: Record<string, Record<string, unknown>[]> = Object.fromEntries(
    Object.keys(getAuthTables(options)).map((name) => [name, []]),
  );
  const auth = betterAuth({ ...options, database: memoryAdapter(tables) });
  const { adapter } = await auth.$context;
  const { name, email, password } = ADA;
  await auth.api.signUpEmail({ body: { name, email, password } });
  for (const user of tables.user ?? []) user.emailVerified = true;
  for (const [clientId, redirectUri] of [
    ['portal', `${origin}/auth/callback`],
    ['charter-cli', 'http://127.0.0.1/callback'],
  ]) {
    const data = {
      clientId,
      redirectUris: [redirectUri],
      tokenEndpointAuthMethod: 'none',
      applicationType: 'native',
      grantTypes: ['authorization_code', 'refresh_token'],
      responseTypes: ['code'],
      requirePKCE: true,
      skipConsent: true,
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    await adapter.create({ model: 'oauthClient', data });
  }
  const handle = toNodeHandler(auth);
  listener = (request, response) => {
    if (request.url?.startsWith('/login')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_PAGE);
      return;
    }
    // The application answers for cross-origin calls, not the library.
    response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') response.writeHead(204, { 'access-control-allow-headers': '*' }).end();
    else void handle(request, response);
  };
  return {
    issuer: `${url}/api/auth`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
