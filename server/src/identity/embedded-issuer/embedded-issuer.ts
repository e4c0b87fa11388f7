/**
 * The embedded OpenID issuer at `<publicUrl>/oidc` (docs/specification.md, section 3). It runs when no external
 * issuer is configured, and signs in the people of every tenant's directory without a password.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppStore, IssuerSessionStore, SigningKeyStore } from '../../domain/identity/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isLoopbackHost } from '../../kernel/loopback.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { IdentityLog } from '../log.ts';
import type { PrincipalChanges } from '../principal-changes.ts';
import type { IssuerTrust } from '../trusted-issuers.ts';
import { type AppTokenDeps, handleAppToken, isFromApp } from './app-tokens.ts';
import { createTokenIssuer, type IssueToken } from './issue-token.ts';
import { createOwnTokenTrust, ISSUER_PATH } from './own-tokens.ts';
import { createLayouts, FAILED_TITLE, type LayoutFactory } from './pages.ts';
import { People, type PeopleDeps, parseSubject } from './people.ts';
import { loadProvider } from './provider.ts';
import { handleSignIn, type SignInDeps, sendMessage } from './sign-in.ts';
import { SigningKeys } from './signing-keys.ts';

export interface EmbeddedIssuerDeps extends PeopleDeps {
  /** Returns the service's public address. It is a function, because the port may be known only after the start. */
  publicUrl: () => string;
  /** `aud` of the access tokens. */
  audience: string;
  signingKeys: SigningKeyStore;
  sessions: IssuerSessionStore;
  apps: AppStore;
  clock: Clock;
  log: IdentityLog;
  /** Announces people who sign out on this node. */
  changes?: Pick<PrincipalChanges, 'announce'>;
  /** Authenticates the apps that request tokens. Undefined: only people get tokens over HTTP. */
  authenticate?: AppTokenDeps['authenticate'];
}

/**
 * Chromium applies `form-action` to the redirects after a form, so the loopback addresses of clients are listed.
 * oidc-provider adds the digest of its only script to `script-src`.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'script-src',
  "form-action 'self' http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  // `no-referrer` would hide the origin that sign-in.ts checks.
  'referrer-policy': 'same-origin',
};

const STYLESHEET_PATH = '/pages.css';
const TOKEN_PATH = '/token';

/** oidc-provider reads the path below the issuer from `url` and the full path from `originalUrl`. */
type MountedRequest = IncomingMessage & { originalUrl?: string };

/** Returns the path below `/oidc`, with a leading slash; undefined for other addresses. */
function pathBelowIssuer(address: string): string | undefined {
  if (!address.startsWith(ISSUER_PATH)) return undefined;
  const path = address.slice(ISSUER_PATH.length);
  if (path.startsWith('/')) return path;
  return path === '' || path.startsWith('?') ? `/${path}` : undefined;
}

export class EmbeddedIssuer {
  readonly #deps: EmbeddedIssuerDeps;
  readonly #keys: SigningKeys;
  readonly #people: People;
  #ready: Promise<SignInDeps> | undefined;
  readonly issueToken: IssueToken;
  /** Implements the authenticator's `ownTokens`. */
  readonly trustIn: (issuer: string) => IssuerTrust | undefined;

  constructor(deps: EmbeddedIssuerDeps) {
    const { audience, apps, roleAssignments, sessions, clock } = deps;
    this.#deps = deps;
    this.#keys = new SigningKeys(deps.signingKeys, clock);
    this.#people = new People(deps);
    const shared = { issuer: () => this.issuer(), audience, keys: this.#keys };
    this.issueToken = createTokenIssuer({ ...shared, people: this.#people, apps, roleAssignments, clock });
    this.trustIn = createOwnTokenTrust({ ...shared, sessions });
  }

  /** Returns the issuer identifier, as in `iss`. */
  issuer(): string {
    return this.#issuerUrl().href;
  }

  /**
   * Answers every request below `/oidc`. Never rejects.
   * @param request Node's request, whose body must be unread
   */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
      await this.#route(request, response);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'The embedded issuer failed.');
      if (response.headersSent) return void response.destroy();
      const message = say('issuer.logged', 'It has been logged. Try again later.');
      this.#answer(request, response, 500, FAILED_TITLE, message);
    }
  }

  async #route(request: MountedRequest, response: ServerResponse): Promise<void> {
    const publicUrl = this.#publicUrl();
    const issuer = this.#issuerUrl();
    const path = pathBelowIssuer(request.url ?? '');
    if (path === undefined) {
      const message = say('issuer.nothingHere', 'There is nothing here.');
      return this.#answer(request, response, 404, say('issuer.notFound', 'Not found'), message);
    }
    if (request.headers.host !== publicUrl.host) return this.#redirect(request, response, path);
    const url = new URL(issuer.pathname + path, publicUrl);
    if (path === STYLESHEET_PATH) return this.#sendStylesheet(response);
    const { authenticate } = this.#deps;
    if (authenticate && url.pathname === issuer.pathname + TOKEN_PATH && isFromApp(request))
      return handleAppToken({ authenticate, issueToken: this.issueToken }, request, response);
    const ready = await this.#load();
    // oidc-provider builds addresses from these headers, so values that a client sent are overwritten.
    request.headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = publicUrl.host;
    request.originalUrl = issuer.pathname + path;
    request.url = path;
    if (url.pathname.startsWith(`${issuer.pathname}/sign-in/`))
      return handleSignIn(ready, request, response, url);
    await ready.provider.callback()(request, response);
  }

  /**
   * Redirects a GET at another loopback name to the issuer's one address, so that cookies and the issuer identifier
   * agree. Answers everything else with 421, so that a foreign host name that resolves to this machine gets no sign-in
   * page (DNS rebinding).
   */
  #redirect(request: IncomingMessage, response: ServerResponse, path: string): void {
    const publicUrl = this.#publicUrl();
    const asked = URL.parse(`http://${request.headers.host ?? ''}`);
    const isAlias = asked !== null && isLoopbackHost(asked.hostname) && asked.port === publicUrl.port;
    if (request.method === 'GET' && isAlias && isLoopbackHost(publicUrl.hostname)) {
      response.writeHead(307, { location: this.issuer() + path, 'cache-control': 'no-store' }).end();
      return;
    }
    const message = say(
      'issuer.address',
      'The sign-in page is at {address}. If the service is reached at another address, set CHARTER_PUBLIC_URL.',
      { address: this.issuer() },
    );
    this.#answer(request, response, 421, say('issuer.otherAddress', 'Not this address'), message);
  }

  async #sendStylesheet(response: ServerResponse): Promise<void> {
    const css = await readFile(new URL('./pages.css', import.meta.url));
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' });
    response.end(css);
  }

  /** Loads the provider once. The next request retries a failed load. */
  #load(): Promise<SignInDeps> {
    this.#ready ??= this.#create().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #create(): Promise<SignInDeps> {
    const { audience, sessions, log } = this.#deps;
    const shared = { publicUrl: this.#publicUrl(), people: this.#people, frameOf: this.#frameOf() };
    const keys = await this.#keys.all();
    const provider = await loadProvider({
      ...shared,
      issuer: this.#issuerUrl(),
      audience,
      keys,
      sessions,
      log,
      onSignOut: (subject) => this.#announce(subject),
    });
    return { ...shared, provider };
  }

  /** Makes the sign-out take effect at once on this node, and within 10 s on others (principal-states.ts). */
  #announce(subject: string): void {
    const person = parseSubject(subject);
    if (person !== undefined) this.#deps.changes?.announce(person.tenantId, person.userId);
  }

  #publicUrl(): URL {
    return new URL(this.#deps.publicUrl());
  }

  #issuerUrl(): URL {
    return new URL(`${this.#deps.publicUrl().replace(/\/+$/, '')}${ISSUER_PATH}`);
  }

  #frameOf(): LayoutFactory {
    return createLayouts(this.#issuerUrl().pathname + STYLESHEET_PATH);
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    title: Message,
    message: Message,
  ): void {
    sendMessage(this.#frameOf()(request), response, status, title, message);
  }
}
