/**
 * Issues tokens to apps at the token endpoint, by the client credentials grant (RFC 6749, 4.4). The app sends its id
 * and secret as Basic credentials. `scope` limits the token to some of the app's scopes (3.3); without it, the token
 * has all that the app has. A scope that is unknown, or that the app lacks, is rejected: a token with fewer scopes than
 * requested would fail only later, in calls of the API.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isScope, type Principal, type Scope } from '../../engine/principal.ts';
import { type CharterError, isCharterError } from '../../kernel/errors.ts';
import { DEFAULT_LIFETIME_SECONDS, type IssueToken } from './issue-token.ts';
import { readForm } from './read-form.ts';

export interface AppTokenDeps {
  /** Authenticates an app by an Authorization header. @throws Unauthenticated; ServiceUnavailable */
  authenticate: (authorization: string, request: IncomingMessage) => Promise<Principal> | Principal;
  issueToken: IssueToken;
}

const BASIC = /^basic +/i;

/** Clients of people have no secret, so only an app sends Basic credentials to the token endpoint. */
export const isFromApp = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && BASIC.test(headers.authorization ?? '');

/** An error response of a token endpoint (RFC 6749, 5.2). */
class Rejection extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/**
 * Returns the header in the form that the API accepts. At a token endpoint, id and secret are form-encoded
 * (RFC 6749, 2.3.1).
 */
function withoutFormEncoding(authorization: string): string {
  const text = Buffer.from(authorization.replace(BASIC, ''), 'base64').toString('utf8');
  const [id = '', ...secret] = text.split(':');
  try {
    const parts = [id, secret.join(':')].map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return `Basic ${Buffer.from(parts.join(':')).toString('base64')}`;
  } catch {
    return authorization;
  }
}

/** Returns the value of a parameter. An empty one counts as omitted (RFC 6749, 3.2). */
function parameterOf(form: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = form.getAll(name);
  if (others.length > 0) throw new Rejection('invalid_request', `${name} occurs more than once.`);
  return value || undefined;
}

/**
 * Returns the scopes of the token; undefined for all that the app has.
 * @param own scopes of the app; undefined for an app without a limit
 */
function scopesFor(requested: string | undefined, own: ReadonlySet<Scope> | undefined): Scope[] | undefined {
  const names = requested?.split(' ').filter(Boolean) ?? [];
  if (!names.every(isScope))
    throw new Rejection('invalid_scope', 'scope names a scope that Charter does not have. See docs/apps.md.');
  const missing = names.filter((name) => own !== undefined && !own.has(name));
  if (missing.length > 0)
    throw new Rejection('invalid_scope', `The app does not have the scope ${missing.join(' ')}.`);
  return names.length === 0 ? undefined : [...new Set(names)];
}

function send(
  response: ServerResponse,
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string | number> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    .end(JSON.stringify(body));
}

function sendFailure(response: ServerResponse, { code, message, retryAfterSeconds }: CharterError): void {
  const [status, error] =
    code === 'Unauthenticated' ? [401, 'invalid_client'] : [503, 'temporarily_unavailable'];
  send(
    response,
    status as number,
    { error, error_description: message },
    {
      ...(status === 401 && { 'www-authenticate': 'Basic realm="charter", charset="UTF-8"' }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': retryAfterSeconds }),
    },
  );
}

/** Answers a token request of an app, whose body is unread. */
export async function handleAppToken(
  { authenticate, issueToken }: AppTokenDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const form = await readForm(request);
    if (form === undefined) throw new Rejection('invalid_request', 'The body is not a small form.');
    const app = await authenticate(withoutFormEncoding(request.headers.authorization ?? ''), request);
    const grant = parameterOf(form, 'grant_type');
    if (grant === undefined) throw new Rejection('invalid_request', 'grant_type is missing.');
    if (grant !== 'client_credentials')
      throw new Rejection('unauthorized_client', 'An app gets tokens by client_credentials only.');
    const scopes = scopesFor(parameterOf(form, 'scope'), app.scopes);
    const { accessToken } = await issueToken(
      { kind: 'app', appId: app.id, scopes },
      DEFAULT_LIFETIME_SECONDS,
    );
    const granted = scopes ?? (app.scopes && [...app.scopes]);
    send(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: DEFAULT_LIFETIME_SECONDS,
      ...(granted && { scope: granted.join(' ') }),
    });
  } catch (error) {
    if (error instanceof Rejection)
      send(response, 400, { error: error.error, error_description: error.message });
    else if (isCharterError(error)) sendFailure(response, error);
    else throw error;
  }
}
