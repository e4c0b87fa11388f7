/** Starts the portal: settings, host, messages, session, then the pages. */
import './page.css';
import { createRoot } from 'react-dom/client';
import { App, type Start } from './app/App.tsx';
import type { Host } from './app/host.ts';
import { openHost } from './app/open-host.ts';
import { openSystemThemes } from './app/theme.ts';
import { openDrafts } from './base/drafts.ts';
import { openMessages } from './base/messages.ts';
import { readSettings } from './base/settings.ts';
import { toStartFailure } from './base/start-failure.ts';
import { assertAccepted } from './sign-in/assert-accepted.ts';
import { followSignOut } from './sign-in/sign-out.ts';

interface Opened {
  start: Start;
  /** The host; undefined when it could not be opened. */
  host: Host | undefined;
}

async function open(): Promise<Opened | undefined> {
  let host: Host | undefined;
  try {
    host = await openHost(await readSettings());
    const opening = await host.signIn.open();
    if (typeof opening === 'object') {
      await assertAccepted(opening.session, opening.session.signOut === undefined);
      openDrafts(opening.session.person);
      followSignOut();
    }
    return opening === 'left' ? undefined : { host, start: { signIn: host.signIn, opening } };
  } catch (error) {
    return { host, start: { failure: toStartFailure(error) } };
  }
}

// The theme and the language of the system load while the session opens. Only Teams replaces them.
const [ofBrowser, themes, opened] = await Promise.all([
  openMessages(navigator.languages),
  openSystemThemes(),
  open(),
]);
const ofHost = opened?.host?.locale;
const locale = ofHost === undefined ? ofBrowser : await openMessages([ofHost, ...navigator.languages]);
document.documentElement.lang = locale;
const element = document.getElementById('portal');
if (element !== null && opened !== undefined) {
  const { start, host } = opened;
  createRoot(element).render(<App locale={locale} themes={host?.themes ?? themes} start={start} />);
}
