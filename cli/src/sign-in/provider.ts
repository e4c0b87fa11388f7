/**
 * Signs people in at an OpenID provider, and renews tokens. Uses the authorization code flow with PKCE (RFC 8252), or
 * a device code (RFC 8628).
 */
import { setTimeout as delay } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import type { Profile } from './profiles.ts';

/** Sign-in settings that the service publishes at `/cli.json`. */
export interface SignInSettings {
  issuer: string;
  clientId: string;
  /** Secret of the client at a provider that requires one even for installed apps (Google). It is not confidential. */
  clientSecret?: string | undefined;
  /** Scopes, separated by spaces. */
  scope: string;
  /** Further parameters of the authorization request. */
  parameters: Readonly<Record<string, string>>;
  token: Profile['token'];
}

export type Tokens = Pick<Profile, 'bearer' | 'expires' | 'refreshToken'>;

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Providers must use https, except on this machine. */
const optionsFor = (issuer: string) => ({
  [oauth.allowInsecureRequests]: LOOPBACK.includes(new URL(issuer).hostname),
});

/** Returns the parameters of the token request. Resource indicators belong there too (RFC 8707, section 2.2). */
const forToken = ({ prompt: _, ...parameters }: SignInSettings['parameters']) => parameters;

/** Returns the authentication of the client. Most clients have no secret: PKCE binds the code to this process. */
const authOf = ({ clientSecret }: Pick<SignInSettings, 'clientSecret'>): oauth.ClientAuth =>
  clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(clientSecret);

/** Settings of the service to compare with the provider's, by the provider's error code (RFC 6749, 5.2; RFC 8707, 2). */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client: 'CHARTER_CLI_CLIENT_ID and CHARTER_CLI_CLIENT_SECRET',
  unauthorized_client: 'CHARTER_CLI_CLIENT_ID',
  invalid_target: 'CHARTER_OIDC_PARAMETERS',
  // Entra's code for an API that the tenant does not have (AADSTS500011).
  invalid_resource: 'CHARTER_PORTAL_SCOPE',
  invalid_scope: 'CHARTER_PORTAL_SCOPE',
  invalid_request: 'CHARTER_CLI_CLIENT_ID and CHARTER_OIDC_PARAMETERS',
};

/**
 * The same for errors of the sign-in page. The client does not authenticate there, and Entra rejects an unknown scope
 * with `invalid_client` (AADSTS650053).
 */
const ADVICE_AT_PAGE: typeof ADVICE = { ...ADVICE, invalid_client: 'CHARTER_PORTAL_SCOPE' };

const compare = (settings: string | undefined): string =>
  settings === undefined ? '' : ` Compare ${settings} of the service with the settings of the provider.`;

/** Returns advice after a failure. `code` is the error code in the provider's response. */
type Hint = (code?: string) => string;

/** @throws CommandFailure that names the issuer and quotes its response */
async function asFailure<Result>(
  issuer: string,
  work: Promise<Result>,
  hint: Hint = () => '',
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
      const advice = error instanceof oauth.AuthorizationResponseError ? ADVICE_AT_PAGE : ADVICE;
      const detail = error.error_description === undefined ? '' : `: ${error.error_description}`;
      throw new CommandFailure(
        EXIT.notPermitted,
        `${issuer} rejected the sign-in (${error.error}${detail}).${compare(advice[error.error])}${hint(error.error)}`,
      );
    }
    if (error instanceof oauth.OperationProcessingError) {
      throw new CommandFailure(
        EXIT.rejected,
        `${issuer} gave an unexpected answer: ${error.message}.${hint()}`,
      );
    }
    throw new CommandFailure(
      EXIT.unreachable,
      `${issuer} can't be reached: ${(error as Error).message}.${hint()}`,
    );
  }
}

export const discover = (issuer: string): Promise<oauth.AuthorizationServer> =>
  asFailure(
    issuer,
    (async () => {
      const response = await oauth.discoveryRequest(new URL(issuer), optionsFor(issuer));
      return oauth.processDiscoveryResponse(new URL(issuer), response);
    })(),
    () => compare('CHARTER_OIDC_ISSUER'),
  );

/** @throws CommandFailure when the response lacks the token that the service accepts */
function tokensOf(answer: oauth.TokenEndpointResponse, token: Profile['token'], issuer: string): Tokens {
  const bearer = answer[token];
  if (bearer === undefined) {
    throw new CommandFailure(EXIT.rejected, `${issuer} issued no ${token}, which the service accepts.`);
  }
  return {
    bearer,
    ...(answer.expires_in !== undefined && { expires: Date.now() + answer.expires_in * 1000 }),
    ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
  };
}

export interface Authorization {
  /** Address that the browser opens. */
  url: string;
  /** Exchanges the response at the redirect address for tokens. */
  redeem(answer: URL): Promise<Tokens>;
}

/** Adds `offline_access` to the scopes when the provider supports it, so that it issues a refresh token. */
function scopeFor(server: oauth.AuthorizationServer, scope: string): string {
  const asksFor = scope.split(' ').includes('offline_access');
  return server.scopes_supported?.includes('offline_access') && !asksFor ? `${scope} offline_access` : scope;
}

/** Begins a sign-in whose response arrives at the redirect address. */
export async function authorize(
  server: oauth.AuthorizationServer,
  settings: SignInSettings,
  redirectUri: string,
): Promise<Authorization> {
  const { issuer, clientId, scope, parameters, token } = settings;
  if (server.authorization_endpoint === undefined) {
    throw new CommandFailure(EXIT.rejected, `${issuer} has no authorization endpoint.`);
  }
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const url = new URL(server.authorization_endpoint);
  const query = {
    ...parameters,
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopeFor(server, scope),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const client = { client_id: clientId };
  return {
    url: url.href,
    redeem: (answer) =>
      asFailure(
        issuer,
        (async () => {
          const checked = oauth.validateAuthResponse(server, client, answer, state);
          const response = await oauth.authorizationCodeGrantRequest(
            server,
            client,
            authOf(settings),
            checked,
            redirectUri,
            verifier,
            { ...optionsFor(issuer), additionalParameters: forToken(parameters) },
          );
          return oauth.processAuthorizationCodeResponse(server, client, response);
        })(),
      ).then((tokens) => tokensOf(tokens, token, issuer)),
  };
}

export interface DeviceAuthorization {
  /** Page on which the person types the code. */
  verificationUri: string;
  /** The same page with the code filled in, where the provider offers it (RFC 8628, section 3.3.1). */
  verificationUriComplete: string | undefined;
  userCode: string;
  /** Resolves when the person has signed in. */
  tokens: Promise<Tokens>;
}

/** Error codes after which the device polls again (RFC 8628, section 3.5). */
const PENDING = ['authorization_pending', 'slow_down'];
const DEFAULT_INTERVAL_SECONDS = 5;
const DEVICE_CLIENT = ' The client must allow device codes, and be a public one unless its secret is given.';
const DEVICE_ADVICE: Readonly<Record<string, string>> = {
  invalid_client: DEVICE_CLIENT,
  unauthorized_client: DEVICE_CLIENT,
  access_denied: ' Somebody rejected the code. Run the command again, and approve the new code.',
  expired_token: ' Nobody approved the code in time. Run the command again for a new one.',
};
const adviceOnDevice: Hint = (code = '') => DEVICE_ADVICE[code] ?? '';

/** Begins a sign-in that the person completes on another device (RFC 8628). */
export async function authorizeDevice(
  server: oauth.AuthorizationServer,
  settings: SignInSettings,
): Promise<DeviceAuthorization> {
  const { issuer, clientId, parameters, token } = settings;
  if (server.device_authorization_endpoint === undefined) {
    throw new CommandFailure(
      EXIT.rejected,
      `${issuer} offers no sign-in by device code. Leave out --device.`,
    );
  }
  const client = { client_id: clientId };
  const auth = authOf(settings);
  const options = optionsFor(issuer);
  const begin = async () => {
    const query = new URLSearchParams({ ...parameters, scope: scopeFor(server, settings.scope) });
    const response = await oauth.deviceAuthorizationRequest(server, client, auth, query, options);
    return oauth.processDeviceAuthorizationResponse(server, client, response);
  };
  const begun = await asFailure(issuer, begin(), adviceOnDevice);
  const poll = async (): Promise<oauth.TokenEndpointResponse> => {
    for (let interval = begun.interval ?? DEFAULT_INTERVAL_SECONDS; ; ) {
      await delay(interval * 1000);
      const response = await oauth.deviceCodeGrantRequest(server, client, auth, begun.device_code, {
        ...options,
        additionalParameters: forToken(parameters),
      });
      try {
        return await oauth.processDeviceCodeResponse(server, client, response);
      } catch (error) {
        if (!(error instanceof oauth.ResponseBodyError) || !PENDING.includes(error.error)) throw error;
        if (error.error === 'slow_down') interval += DEFAULT_INTERVAL_SECONDS;
      }
    }
  };
  return {
    verificationUri: begun.verification_uri,
    verificationUriComplete: begun.verification_uri_complete,
    userCode: begun.user_code,
    tokens: asFailure(issuer, poll(), adviceOnDevice).then((answer) => tokensOf(answer, token, issuer)),
  };
}

/** Returns new tokens. Keeps the current refresh token when the provider issues no new one. */
export async function renew(profile: Profile): Promise<Tokens> {
  const { issuer, clientId, token, refreshToken = '' } = profile;
  const server = await discover(issuer);
  const client = { client_id: clientId };
  const answer = await asFailure(
    issuer,
    (async () => {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        authOf(profile),
        refreshToken,
        optionsFor(issuer),
      );
      return oauth.processRefreshTokenResponse(server, client, response);
    })(),
  );
  return { refreshToken, ...tokensOf(answer, token, issuer) };
}

/** Revokes the refresh token if the provider has an endpoint for it (RFC 7009). */
export async function revoke(profile: Profile): Promise<void> {
  const { issuer, clientId, refreshToken } = profile;
  if (refreshToken === undefined) return;
  const server = await discover(issuer);
  if (server.revocation_endpoint === undefined) return;
  const request = oauth.revocationRequest(
    server,
    { client_id: clientId },
    authOf(profile),
    refreshToken,
    optionsFor(issuer),
  );
  await asFailure(issuer, request.then(oauth.processRevocationResponse));
}
