/**
 * A host page at the address of Microsoft Teams that frames the portal. It answers the messages of
 * @microsoft/teams-js that the portal sends: initialize, getContext and authentication.getAuthToken.
 */
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { consoleErrorsOf, DESKTOP_SIZE, type Portal } from './browser.ts';

export const TEAMS = 'https://teams.microsoft.com';

/** Microsoft's library reads from here which domains may frame a tab. */
const LIBRARY_HOST = 'https://res.cdn.office.net';

/** The response of Teams to `getAuthToken`: a token, or the text of an error. */
export type Answer = { token: string } | { error: string };

/** A browser, and the service whose portal the tab shows. */
type TabWorld = Pick<Portal, 'browser'> & { service: Pick<Portal['service'], 'url'> };

export interface TabOptions {
  /** Address of the tab. */
  path?: string;
  /** `subEntityId` of a deep link. */
  subEntityId?: string;
  theme?: string;
  locale?: string;
  /** Responses in order; the last one repeats. */
  answers: readonly Answer[];
  /** Origin of the host page. */
  origin?: string;
  context?: BrowserContextOptions;
}

export interface Tab {
  page: Page;
  /** The framed portal. */
  frame: FrameLocator;
  /** Number of calls of `getAuthToken` so far. */
  tokenCalls(): number;
  setTheme(name: string): Promise<void>;
  /** Paths that Microsoft's library has requested from LIBRARY_HOST. */
  libraryCalls(): readonly string[];
  /** Errors and warnings in the console so far. */
  consoleErrors: readonly string[];
  close(): Promise<void>;
}

interface HostSettings {
  tab: string;
  context: Record<string, unknown>;
}

/** The script of the host page, which runs in the browser. */
function host({ tab, context }: HostSettings): void {
  const frame = document.querySelector('iframe') as HTMLIFrameElement;
  const { getAuthToken } = window as unknown as { getAuthToken: () => Promise<[boolean, string]> };
  const runtime = JSON.stringify({ apiVersion: 4, supports: {} });
  const answers: Record<string, () => unknown[] | Promise<unknown[]>> = {
    initialize: () => ['content', 'web', runtime, '2.58.0'],
    getContext: () => [context],
    'authentication.getAuthToken': getAuthToken,
  };
  const send = (message: object) => frame.contentWindow?.postMessage(message, new URL(tab).origin);
  addEventListener('message', async ({ source, data: { id, uuidAsString, func } }) => {
    const answer = answers[func];
    if (source !== frame.contentWindow || answer === undefined) return;
    send({ id, uuidAsString, args: await answer() });
  });
  addEventListener('theme', (event) =>
    send({ func: 'themeChange', args: [(event as CustomEvent<string>).detail] }),
  );
  frame.src = tab;
}

/** Opens the portal as a tab of Microsoft Teams. */
export async function openTab(portal: TabWorld, options: TabOptions): Promise<Tab> {
  const { path = '/', subEntityId, theme = 'default', locale = 'en-gb', answers, origin = TEAMS } = options;
  const context = await portal.browser.newContext({
    viewport: DESKTOP_SIZE,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options.context,
  });
  // Chromium asks for permission before a site frames an address on loopback.
  await context.grantPermissions(['local-network-access'], { origin });
  const page = await context.newPage();
  let calls = 0;
  await page.exposeFunction('getAuthToken', () => {
    const answer = answers[Math.min(calls, answers.length - 1)] as Answer;
    calls += 1;
    return 'token' in answer ? [true, answer.token] : [false, answer.error];
  });
  const settings: HostSettings = {
    tab: portal.service.url + path,
    context: { theme, locale, ...(subEntityId !== undefined && { subEntityId }) },
  };
  const style = 'border: 0; position: fixed; inset: 0; width: 100%; height: 100%';
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Microsoft Teams</title><body>
        <iframe title="Charter" style="${style}"></iframe>
        <script>(${host.toString()})(${JSON.stringify(settings)})</script>`,
    }),
  );
  const consoleErrors = consoleErrorsOf(page);
  const libraryCalls: string[] = [];
  await page.route(`${LIBRARY_HOST}/**`, (route) => {
    libraryCalls.push(new URL(route.request().url()).pathname);
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { validOrigins: ['teams.microsoft.com'] },
    });
  });
  await page.goto(`${origin}/`);
  return {
    page,
    frame: page.frameLocator('iframe'),
    tokenCalls: () => calls,
    libraryCalls: () => libraryCalls,
    consoleErrors,
    setTheme: (name) =>
      page.evaluate((detail) => void dispatchEvent(new CustomEvent('theme', { detail })), name),
    close: () => context.close(),
  };
}
