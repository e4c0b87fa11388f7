/**
 * A third-party OpenID provider for tests: panva's oidc-provider with its default settings, over HTTP on loopback.
 * Access tokens are opaque unless the client names a resource (RFC 8707). Its development pages accept any user name.
 */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration, Provider } from 'oidc-provider';

export const RESOURCE = 'https://charter.example';

/** People by their user name at the provider, which is their `sub`. */
const PEOPLE: Readonly<Record<string, { name: string; email: string; [claim: string]: unknown }>> = {
  u7261: { name: 'Ada Lovelace', email: 'ada@contoso.example', groups: ['charter-admins', 'Staff'] },
  u8802: { name: 'Eve Stranger', email: 'eve@fabrikam.example', groups: [] },
  // The person is in more groups than a token can list, so a pointer replaces them, as in tokens of Entra.
  u9413: {
    name: 'Grace Hopper',
    email: 'grace@contoso.example',
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example/users/u9413/getMemberObjects' } },
  },
};

export interface ProviderOptions {
  redirectUris?: readonly string[];
  postLogoutRedirectUris?: readonly string[];
  /** Audience of tokens for RESOURCE. */
  audience?: string;
  /** Secret that the provider requires of its clients, also with PKCE. It then has no end-session endpoint. */
  secret?: string;
  /** Whether access tokens carry names and groups. oidc-provider writes none by itself. */
  hasNames?: boolean;
  /** Whether pages of other origins may read its responses (CORS). Default: all of them. */
  cors?: 'all' | 'discovery' | 'none';
}

export interface OpenidProvider {
  issuer: string;
  /** Replaces the provider. Until the first call it responds with 503. */
  configure(options: ProviderOptions): Promise<void>;
  stop(): Promise<void>;
}

const authenticationOf = (secret: string | undefined) =>
  secret === undefined
    ? { token_endpoint_auth_method: 'none' as const }
    : { client_secret: secret, token_endpoint_auth_method: 'client_secret_post' as const };

const configurationOf = ({
  redirectUris = [],
  postLogoutRedirectUris = [],
  audience = RESOURCE,
  hasNames = true,
  cors = 'all',
  secret,
}: ProviderOptions): Configuration => ({
  clients: [
    {
      client_id: 'portal',
      ...authenticationOf(secret),
      redirect_uris: [...redirectUris],
      post_logout_redirect_uris: [...postLogoutRedirectUris],
    },
    {
      client_id: 'charter-cli',
      ...authenticationOf(secret),
      application_type: 'native',
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1/callback'],
    },
    {
      client_id: 'robot',
      client_secret: 'a secret of the robot in tests only',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
    },
  ],
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
  clientBasedCORS: () => cors === 'all',
  findAccount: (_ctx, id) => {
    const person = PEOPLE[id];
    return person && { accountId: id, claims: () => ({ sub: id, email_verified: true, ...person }) };
  },
  extraTokenClaims: (_ctx, token) => {
    const person = 'accountId' in token ? PEOPLE[token.accountId] : undefined;
    return hasNames && person ? { email_verified: true, ...person } : undefined;
  },
  features: {
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    rpInitiatedLogout: { enabled: secret === undefined },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({ scope: 'teams', audience, accessTokenFormat: 'jwt' as const }),
    },
  },
});

export async function startOpenidProvider(): Promise<OpenidProvider> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { Provider: Library } = await import('oidc-provider');
  return {
    issuer,
    async configure(options) {
      const provider: Provider = new Library(issuer, configurationOf(options));
      const handle = provider.callback();
      listener = (request, response) => {
        if (options.cors === 'none') {
          const set = response.setHeader.bind(response);
          response.setHeader = (name, value) =>
            /^access-control-/i.test(name) ? response : set(name, value);
        }
        handle(request, response);
      };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
