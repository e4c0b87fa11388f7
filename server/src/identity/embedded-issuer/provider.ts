/**
 * Configures oidc-provider: two public first-party clients with PKCE and without consent, JWT access tokens for the
 * API, sessions in the database. It loads with the first request to the issuer, because it costs time and memory.
 */
import { hkdfSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { IssuerSessionStore } from '../../domain/identity/ports.ts';
import { say } from '../../kernel/messages.ts';
import type { IdentityLog } from '../log.ts';
import { CLIENT_NAMES, clientsOf, isClientOrigin } from './clients.ts';
import {
  deviceCodePage,
  deviceConfirmationPage,
  deviceDonePage,
  FAILED_TITLE,
  type LayoutFactory,
  messagePage,
  signedOutPage,
  signOutPage,
} from './pages.ts';
import type { People, Person } from './people.ts';
import { createSessionAdapter } from './session-adapter.ts';
import { SIGNING_ALGORITHM, type SigningKey } from './signing-keys.ts';
import { API_SCOPE, personClaims } from './token-claims.ts';

/** The API as a resource (RFC 8707). It is the default, so clients need not name it. */
const API_RESOURCE = 'urn:charter:api';

const ACCESS_TOKEN_SECONDS = 3600;
const CODE_SECONDS = 60;
const DEVICE_CODE_SECONDS = 600;
const INTERACTION_SECONDS = 3600;
const SESSION_SECONDS = 24 * 3600;

const OIDC_SCOPES = 'openid profile email';

type Library = typeof import('oidc-provider');

export interface ProviderDeps {
  issuer: URL;
  publicUrl: URL;
  audience: string;
  keys: readonly SigningKey[];
  sessions: IssuerSessionStore;
  people: People;
  log: IdentityLog;
  frameOf: LayoutFactory;
  /** Runs after a person has signed out. */
  onSignOut: (subject: string) => void;
}

/** Derives the key that signs the issuer's cookies, so that all nodes share it and none stores it. */
const cookieKey = (key: SigningKey): string =>
  Buffer.from(hkdfSync('sha256', String(key.d), 'charter', 'embedded issuer cookies', 32)).toString(
    'base64url',
  );

const identityOf = ({ tenantId, user }: Person): Record<string, unknown> => ({
  tid: tenantId,
  oid: user.id,
  name: user.displayName,
  preferred_username: user.userPrincipalName,
  ...(user.mail === null ? {} : { email: user.mail }),
});

/** Grants a first-party client every scope that it requests. */
async function loadGrant(ctx: KoaContextWithOIDC) {
  const { provider, client, session } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = session.grantIdFor(client.clientId);
  const earlier = known === undefined ? undefined : await provider.Grant.find(known);
  if (earlier?.accountId === session.accountId) return earlier;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(OIDC_SCOPES);
  grant.addResourceScope(API_RESOURCE, API_SCOPE);
  await grant.save();
  return grant;
}

/** Returns the target and the CSRF token of the forms for a device code. */
const deviceForm = (ctx: KoaContextWithOIDC) => ({
  action: ctx.oidc.urlFor('code_verification'),
  xsrf: String(ctx.oidc.session?.state?.secret ?? ''),
});

function features(deps: ProviderDeps, { errors }: Library): NonNullable<Configuration['features']> {
  return {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    userinfo: { enabled: false },
    deviceFlow: {
      enabled: true,
      userCodeInputSource: (ctx, _form, _out, error) => {
        ctx.body = deviceCodePage(deps.frameOf(ctx.req), deviceForm(ctx), error !== undefined);
      },
      userCodeConfirmSource: (ctx, _form, client, _device, userCode) => {
        const name = CLIENT_NAMES[client.clientId];
        ctx.body = deviceConfirmationPage(deps.frameOf(ctx.req), deviceForm(ctx), userCode, name);
      },
      successSource: (ctx) => {
        ctx.body = deviceDonePage(deps.frameOf(ctx.req));
      },
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx) => {
        const xsrf = String(ctx.oidc.session?.state?.secret ?? '');
        ctx.body = signOutPage(deps.frameOf(ctx.req), ctx.oidc.urlFor('end_session_confirm'), xsrf);
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.body = signedOutPage(deps.frameOf(ctx.req));
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API_RESOURCE,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== API_RESOURCE) throw new errors.InvalidTarget();
        return {
          scope: API_SCOPE,
          audience: deps.audience,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        };
      },
    },
  };
}

function configurationOf(deps: ProviderDeps, library: Library): Configuration {
  const { people, issuer, publicUrl, keys } = deps;
  const policy = library.interactionPolicy.base();
  policy.remove('consent');
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: (kind) => createSessionAdapter(kind, deps.sessions, library.errors, deps.onSignOut),
    clients: clientsOf(publicUrl),
    // People's clients have no secret. Apps do, and app-tokens.ts answers them.
    clientAuthMethods: ['none', 'client_secret_basic'],
    responseTypes: ['code'],
    jwks: { keys: keys.map((key) => ({ ...key })) } as NonNullable<Configuration['jwks']>,
    pkce: { required: () => true },
    features: features(deps, library),
    claims: { openid: ['sub', 'tid', 'oid'], profile: ['name', 'preferred_username'], email: ['email'] },
    cookies: {
      keys: keys.map(cookieKey),
      names: { session: 'charter_issuer', interaction: 'charter_sign_in', resume: 'charter_sign_in_resume' },
      long: { ...cookie, path: issuer.pathname },
      short: cookie,
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      DeviceCode: DEVICE_CODE_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
      RefreshToken: SESSION_SECONDS,
    },
    interactions: { policy, url: (_ctx, { uid }) => `${issuer.pathname}/sign-in/${uid}` },
    loadExistingGrant: loadGrant,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    clientBasedCORS: (_ctx, origin, client) => isClientOrigin(client.clientId, origin, publicUrl),
    findAccount: async (_ctx, subject) => {
      const person = await people.findBySubject(subject);
      return person && { accountId: subject, claims: async () => ({ sub: subject, ...identityOf(person) }) };
    },
    extraTokenClaims: async (_ctx, token) => {
      const person = 'accountId' in token ? await people.findBySubject(String(token.accountId)) : undefined;
      if (person === undefined) throw new library.errors.InvalidGrant('the person is gone or switched off');
      // own-tokens.ts rejects the token after the sign-out, which deletes the grant.
      return { ...personClaims(person), ...('grantId' in token && { sid: token.grantId }) };
    },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html';
      const detail = error_description === undefined ? error : `${error}: ${error_description}`;
      const next = say('issuer.tryAgain', 'Go back to where you came from and try again.');
      ctx.body = messagePage(deps.frameOf(ctx.req), FAILED_TITLE, next, detail);
    },
  };
}

export async function loadProvider(deps: ProviderDeps): Promise<Provider> {
  const library = await import('oidc-provider');
  const provider = new library.Provider(deps.issuer.href, configurationOf(deps, library));
  // embedded-issuer.ts has checked the request's address and set the forwarded headers.
  provider.proxy = true;
  const logFailure = (error: Error) => deps.log.error({ err: error }, 'The embedded issuer failed.');
  provider.on('server_error', (_ctx, error) => logFailure(error));
  // Without a listener Koa writes to the console.
  (provider as EventEmitter).on('error', logFailure);
  return provider;
}
