/** Starts the portal: settings, host, messages, session, then the pages. */
import './page.css';
import { createRoot } from 'react-dom/client';
import { App, type Start } from './app/App.tsx';
import { type Host, openHost } from './app/host.ts';
import { loadMessages } from './app/messages.ts';
import { readSettings } from './app/settings.ts';
import { toStartFailure } from './app/start-failure.ts';
import { systemThemes } from './app/theme.ts';

interface Opened {
  start: Start;
  /** Undefined when it could not be opened. */
  host: Host | undefined;
}

async function open(): Promise<Opened | undefined> {
  let host: Host | undefined;
  try {
    host = await openHost(await readSettings());
    const opening = await host.signIn.open();
    return opening === 'left' ? undefined : { host, start: { signIn: host.signIn, opening } };
  } catch (error) {
    return { host, start: { failure: toStartFailure(error) } };
  }
}

// The catalogue of the browser's language loads while the session opens. Only Teams may ask for another one.
const [ofBrowser, opened] = await Promise.all([loadMessages(navigator.languages), open()]);
const locale = opened?.host?.locale;
const messages = locale === undefined ? ofBrowser : await loadMessages([locale, ...navigator.languages]);
document.documentElement.lang = messages.locale;
const element = document.getElementById('portal');
if (element !== null && opened !== undefined) {
  const { start, host } = opened;
  createRoot(element).render(<App messages={messages} themes={host?.themes ?? systemThemes} start={start} />);
}
