/** Serves the portal: its pages at `/`, its files, and the settings for its sign-in at /portal.json. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SignInSettings } from './sign-in.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the portal, which shows its page for unknown addresses. Undefined without a portal. */
    unknownPage?: (reply: FastifyReply) => Promise<FastifyReply>;
  }
}

const BUILT = resolve(import.meta.dirname, '../../../../portal/dist');

/** First segments of the portal's addresses (portal/src/app/router.tsx). */
const SECTIONS = [
  'approvals',
  'apps',
  'audit',
  'channel-violations',
  'directory',
  'hooks',
  'join-requests',
  'jobs',
  'lifecycle',
  'notifications',
  'organization',
  'overview',
  'owner-requests',
  'owners',
  'policies',
  'reports',
  'request',
  'reviews',
  'roles',
  'leavers',
  'teams',
  'templates',
];
const PAGES = ['/', '/auth/callback', ...SECTIONS.flatMap((name) => [`/${name}`, `/${name}/*`])];

export interface PortalSettings extends SignInSettings {
  /** Address that the portal sends its token requests to, when the issuer requires a secret of its client. */
  tokenEndpoint?: string;
  /** Client id of the app in Microsoft Teams. Teams may frame the portal when it is set. */
  teamsApp?: string;
}

/** Hosts that frame tabs: https://learn.microsoft.com/microsoftteams/platform/tabs/how-to/tab-requirements */
const TEAMS_HOSTS = 'https://teams.microsoft.com https://*.teams.microsoft.com https://*.cloud.microsoft';

/** TeamsJS reads from this host which domains may frame a tab (validDomains.json). */
const TEAMS_LIBRARY = ' https://res.cdn.office.net';

/** Returns the Content-Security-Policy. Griffel, which styles Fluent UI, needs inline style elements. */
const policyFor = ({ issuer, teamsApp }: PortalSettings, origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${[...new Set([new URL(issuer).origin, ...origins])].join(' ')}${teamsApp === undefined ? '' : TEAMS_LIBRARY}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${teamsApp === undefined ? "'none'" : TEAMS_HOSTS}`,
  ].join('; ');

interface PortalOptions {
  /** Returns the origins of the issuer's endpoints. Google and Entra have several. Never rejects. */
  origins?: () => Promise<readonly string[]>;
  /** Folder of the built portal. */
  built?: string;
  /** Path of the public URL. */
  path?: string;
}

/**
 * Serves the portal. Without a build or settings, `/` redirects to the API reference.
 * @param settings a function, because a port chosen by the system is known only later
 */
export async function addPortal(
  app: FastifyInstance,
  settings?: () => PortalSettings,
  { origins = async () => [], built = BUILT, path = '' }: PortalOptions = {},
): Promise<void> {
  const index = join(built, 'index.html');
  if (settings === undefined || !existsSync(index)) {
    app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect(`${path}/docs/`));
    return;
  }
  await app.register(serveFiles, {
    root: join(built, 'assets'),
    prefix: '/assets/',
    // The file names contain a hash of the content.
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    schemaHide: true,
  });
  // The icon's name has no hash of the content.
  app.get('/icon.svg', { schema: { hide: true } }, (_request, reply) =>
    reply.sendFile('icon.svg', built, { immutable: false, maxAge: '1h' }),
  );
  app.get('/portal.json', { schema: { hide: true } }, async () => settings());
  // The build has relative addresses (`./`). Pages have paths of different depths, so the addresses must be absolute.
  const atPath = (page: string): string => page.replaceAll('="./', `="${path}/`);
  let page = atPath(readFileSync(index, 'utf8'));
  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
    // Reads the page again: the next build deletes the files that this one refers to. While a build runs, the page is
    // absent, and this one is sent.
    page = await readFile(index, 'utf8').then(atPath, () => page);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyFor(settings(), await origins()),
        'cache-control': 'no-cache',
        'referrer-policy': 'same-origin',
      })
      .send(page);
  };
  app.decorate('unknownPage', sendPage);
  for (const address of PAGES) {
    app.get(address, { schema: { hide: true } }, async (_request, reply) => sendPage(reply));
  }
}
