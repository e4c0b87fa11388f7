/** Nodes with the embedded issuer, and clients that sign in. */
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { type Authenticator, createAuthenticator } from '../src/identity/authenticate.ts';
import { EmbeddedIssuer } from '../src/identity/embedded-issuer/embedded-issuer.ts';
import { PrincipalChanges } from '../src/identity/principal-changes.ts';
import { registerApp } from '../src/identity/register-app.ts';
import { type Clock, systemClock } from '../src/kernel/clock.ts';
import { Browser, type Page } from './browser.ts';
import { CAUSE } from './cause.ts';
import { createDirectory, type Directory, type IdentityStores } from './identity-stores.ts';
import { sampleUser } from './planning-input.ts';

const HOSTILE_NAME = `Eve "<script>alert('x')</script>" &amp; O'Brien`;

export interface IssuerNode {
  app: FastifyInstance;
  origin: string;
  /** The issuer's base address. */
  within: string;
  issuer: EmbeddedIssuer;
  authenticator: Authenticator;
}

/** People of two tenants. One id occurs in both. */
export const sampleDirectory = (): Directory =>
  createDirectory({
    contoso: [
      sampleUser('ada', { displayName: 'Ada Lovelace', jobTitle: 'Mathematician', mail: 'ada@mail.example' }),
      sampleUser('eve', { displayName: HOSTILE_NAME, jobTitle: '"><img src=x onerror=alert(1)>' }),
      sampleUser('off', { displayName: 'Olga Off', accountEnabled: false }),
    ],
    fabrikam: [
      sampleUser('ada', {
        displayName: 'Ada Fabrikam',
        mail: null,
        userPrincipalName: 'ada@fabrikam.example',
      }),
      sampleUser('bob', { displayName: 'Bob Fabrikam' }),
    ],
  });

/** Adds the tenants, roles and the app of these people. */
export async function fillSample({ tenants, roleAssignments, apps }: IdentityStores): Promise<void> {
  await tenants.save({ id: 'contoso', displayName: 'Contoso' });
  await tenants.save({ id: 'fabrikam', displayName: 'Fabrikam <b>Ltd</b>' });
  await roleAssignments.assign('contoso', 'ada', 'GLOBAL_ADMIN', CAUSE);
  await roleAssignments.assign('contoso', 'ada', 'INTEGRATION_MANAGER', CAUSE);
  await registerApp(
    { apps, scrypt: { ln: 10, r: 8, p: 1 } },
    {
      tenantId: 'contoso',
      appId: 'payroll',
      displayName: 'Payroll',
      roles: ['INTEGRATION_MANAGER'],
      secret: 'a secret long enough',
    },
    CAUSE,
  );
}

export interface IssuerNodeOptions {
  stores: IdentityStores;
  directory: Directory;
  clock?: Clock;
  /** Receives every log entry. */
  logged?: object[];
}

/** Assembles issuer and authenticator of one node, without HTTP. */
export function assembleNode(options: IssuerNodeOptions, publicUrl: () => string) {
  const { stores, directory, clock = systemClock, logged = [] } = options;
  const keep = (fields: object) => void logged.push(fields);
  const shared = { ...stores, users: directory, clock, log: { info: keep, warn: keep, error: keep } };
  const changes = new PrincipalChanges();
  const issuer = new EmbeddedIssuer({
    ...shared,
    changes,
    publicUrl,
    audience: 'charter',
    authenticate: (authorization) => authenticator.authenticate(authorization),
  });
  const authenticator = createAuthenticator({ ...shared, changes, trustedIssuers: [], ownTokens: issuer });
  return { issuer, authenticator };
}

/** Starts a server with the issuer below `/oidc`. Leaves bodies unread, as EmbeddedIssuer.handle requires. */
export async function startNode(options: IssuerNodeOptions): Promise<IssuerNode> {
  let origin = '';
  const { issuer, authenticator } = assembleNode(options, () => origin);
  const app = fastify();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/oidc/*', async (request, reply) => {
    reply.hijack();
    await issuer.handle(request.raw, reply.raw);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { app, origin, within: `${origin}/oidc/`, issuer, authenticator };
}

export interface BegunSignIn {
  verifier: string;
  url: string;
}

/** Returns the authorization address for the browser, and the PKCE verifier (RFC 7636). */
export function beginSignIn(node: IssuerNode, parameters: Record<string, string> = {}): BegunSignIn {
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL(`${node.within}auth`);
  url.search = new URLSearchParams({
    client_id: 'charter-portal',
    response_type: 'code',
    redirect_uri: `${node.origin}/auth/callback`,
    scope: 'openid profile email',
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  }).toString();
  return { verifier, url: url.href };
}

/** Opens the sign-in page in a new browser or in the given one. */
export async function openSignInPage(
  node: IssuerNode,
  parameters: Record<string, string> = {},
  browser = new Browser(),
): Promise<{ browser: Browser; page: Page; verifier: string }> {
  const { verifier, url } = beginSignIn(node, parameters);
  return { browser, page: await browser.open(url, node.within), verifier };
}

/** Signs in as a person. `back` is the redirect to the client. */
export async function signInAs(node: IssuerNode, who: string, parameters: Record<string, string> = {}) {
  const { browser, page, verifier } = await openSignInPage(node, parameters);
  const back = await browser.submit(page.url, node.within, { person: who });
  return { browser, page, back, verifier };
}

/** Returns the client's redirect address with the code. */
export const callbackOf = (back: Page): URL => new URL(back.headers.get('location') ?? '', back.url);

export interface TokenRequestOverrides {
  /** Headers of the token request. */
  headers?: Record<string, string>;
  fields?: Record<string, string>;
}

/** Exchanges the authorization code in the redirect `back` for tokens. */
export async function redeem(
  node: IssuerNode,
  back: Page,
  verifier: string,
  change: TokenRequestOverrides = {},
) {
  const callback = callbackOf(back);
  const response = await fetch(`${node.within}token`, {
    method: 'POST',
    headers: change.headers ?? {},
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'charter-portal',
      redirect_uri: `${callback.origin}${callback.pathname}`,
      code: callback.searchParams.get('code') ?? '',
      code_verifier: verifier,
      ...change.fields,
    }),
  });
  const body = (await response.json()) as Record<string, string>;
  return { status: response.status, headers: response.headers, body };
}
