/** Starts the portal: settings, messages, session, then the pages. */
import './page.css';
import { createRoot } from 'react-dom/client';
import { App, type Start } from './app/App.tsx';
import { loadMessages } from './app/messages.ts';
import { readSettings } from './app/settings.ts';
import { createSignIn } from './sign-in/session.ts';

async function start(): Promise<Start | undefined> {
  try {
    const signIn = createSignIn(await readSettings());
    const opening = await signIn.open();
    return opening === 'left' ? undefined : { signIn, opening };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

const [messages, started] = await Promise.all([loadMessages(navigator.languages), start()]);
document.documentElement.lang = messages.locale;
const element = document.getElementById('portal');
if (element !== null && started !== undefined) {
  createRoot(element).render(<App messages={messages} start={started} />);
}
