/**
 * Requests the portal's tokens at an issuer that requires a secret of every client, even with PKCE (Google:
 * https://developers.google.com/identity/protocols/oauth2/web-server). The browser sends its token request to the
 * service, which adds the secret. A code is worth nothing without the verifier that the browser made for it.
 */
import { type IssuerDocument, postForm } from './issuer-documents.ts';
import type { IdentityLog } from './log.ts';

/** Parameters of a token request that are passed on (RFC 6749, 4.1.3 and 6; RFC 7636, 4.5; RFC 8707, 2.2). */
const PASSED_ON = [
  'grant_type',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'resource',
  'scope',
];
const GRANTS = ['authorization_code', 'refresh_token'];
/** Maximum number of concurrent requests. Anybody can make one. */
const MAX_AT_ONCE = 20;

/** The response of a token endpoint: a status, and a JSON text (RFC 6749, 5). */
export interface TokenResponse {
  status: number;
  body: string;
}

export type RequestTokens = (form: URLSearchParams) => Promise<TokenResponse>;

export interface PortalTokensOptions {
  clientId: string;
  clientSecret: string;
  /** Returns the issuer's discovery document; empty while it can't be read. */
  metadata: () => Promise<IssuerDocument>;
  log: IdentityLog;
}

const rejection = (status: number, error: string, description: string): TokenResponse => ({
  status,
  body: JSON.stringify({ error, error_description: description }),
});

const UNAVAILABLE = rejection(
  503,
  'temporarily_unavailable',
  'The provider does not answer. Try again shortly.',
);

/** Returns the rejection of a request that the portal can't have sent; undefined for any other request. */
function problemOf(form: URLSearchParams, clientId: string): TokenResponse | undefined {
  if (form.get('client_id') !== clientId)
    return rejection(401, 'invalid_client', 'The client is not the portal.');
  const grant = form.get('grant_type') ?? '';
  if (!GRANTS.includes(grant))
    return rejection(400, 'unsupported_grant_type', 'The portal sends codes and refresh tokens only.');
  if (grant === 'authorization_code' && !form.has('code_verifier'))
    return rejection(400, 'invalid_request', 'code_verifier is missing.');
  return undefined;
}

/** Returns a function that requests tokens in place of the portal. It never throws. */
export function portalTokens({ clientId, clientSecret, metadata, log }: PortalTokensOptions): RequestTokens {
  let underWay = 0;

  async function request(form: URLSearchParams): Promise<TokenResponse> {
    const { token_endpoint: endpoint, token_endpoint_auth_methods_supported: methods } = await metadata();
    if (typeof endpoint !== 'string') return UNAVAILABLE;
    const given = PASSED_ON.flatMap((name) =>
      form.getAll(name).map((value): [string, string] => [name, value]),
    );
    const sent = new URLSearchParams([...given, ['client_id', clientId]]);
    // Without a list, the issuer supports Basic only (OpenID Connect Discovery 1.0, 3).
    if (Array.isArray(methods) && methods.includes('client_secret_post')) {
      sent.set('client_secret', clientSecret);
      return postForm(endpoint, sent);
    }
    // RFC 6749, 2.3.1: both parts are form-encoded before they become Basic credentials.
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
    return postForm(endpoint, sent, {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    });
  }

  return async (form) => {
    const problem = problemOf(form, clientId);
    if (problem !== undefined) return problem;
    if (underWay >= MAX_AT_ONCE) return UNAVAILABLE;
    underWay += 1;
    try {
      return await request(form);
    } catch (error) {
      log.warn({ err: error }, "The issuer's token endpoint gave the portal no answer.");
      return UNAVAILABLE;
    } finally {
      underWay -= 1;
    }
  };
}
