/** Starts the portal: settings, host, messages, session, then the pages. */
import './page.css';
import { createRoot } from 'react-dom/client';
import { App, type StartResult } from './app/App.tsx';
import { showAccent } from './app/accent.ts';
import type { Host } from './app/host.ts';
import { openHost } from './app/open-host.ts';
import { openThemes } from './app/theme.ts';
import { clientOf } from './base/client.ts';
import { openDrafts } from './base/drafts.ts';
import { openMessages, preferredLanguages } from './base/messages.ts';
import { readPreferences } from './base/preferences.ts';
import { readSettings } from './base/settings.ts';
import { toStartFailure } from './base/start-failure.ts';
import { assertAccepted } from './sign-in/assert-accepted.ts';
import { followSignOut } from './sign-in/sign-out.ts';

interface StartedPortal {
  start: StartResult;
  /** The host; undefined when it could not be opened. */
  host: Host | undefined;
}

/** Loads the messages of the preferred language. The service responds in the same language. */
async function openLanguage(preferred: readonly string[]): Promise<void> {
  document.documentElement.lang = await openMessages(preferred);
}

const ofBrowser = openLanguage(preferredLanguages(readPreferences().language));

async function open(): Promise<StartedPortal | undefined> {
  let host: Host | undefined;
  try {
    host = await openHost(await readSettings());
    if (host.locale !== undefined) {
      await ofBrowser;
      await openLanguage([host.locale, ...navigator.languages]);
    }
    const opening = await host.signIn.open();
    if (opening === 'left') return undefined;
    if (opening === 'signedOut') return { host, start: { signIn: host.signIn } };
    const { session } = opening;
    await ofBrowser;
    const client = clientOf(session);
    const caller = await assertAccepted(client, session);
    // The first page appears in the colour of the organisation.
    await showAccent(caller?.tenant.branding?.accentColor);
    openDrafts(session.person);
    followSignOut();
    return { host, start: { session, client, caller } };
  } catch (error) {
    return { host, start: { failure: toStartFailure(error) } };
  }
}

// The theme and the language load while the session opens. Only Teams replaces them.
const [opened, themes] = await Promise.all([open(), openThemes(), ofBrowser]);
const element = document.getElementById('portal');
if (element !== null && opened !== undefined) {
  const { start, host } = opened;
  const locale = document.documentElement.lang;
  createRoot(element).render(<App locale={locale} themes={host?.themes ?? themes} start={start} />);
}
