import { FluentProvider, makeStyles, tokens } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { ClientContext, clientOf, createQueryClient } from '../base/client.ts';
import { useCatalogue } from '../base/messages.ts';
import type { StartFailure } from '../base/start-failure.ts';
import { FailedStartPage, SignInPage } from '../sign-in/SignInPage.tsx';
import type { Opening, Session, SignIn } from '../sign-in/session.ts';
import { SessionContext } from '../sign-in/session-context.ts';
import { createPortalRouter } from './router.tsx';
import { type ThemeSource, useTheme } from './theme.ts';

/** Outcome of the start of the portal. */
export type Start = { signIn: SignIn; opening: Exclude<Opening, 'left'> } | { failure: StartFailure };

const useStyles = makeStyles({
  page: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground2 },
});

interface AppProps {
  /** Language tag of the messages. */
  locale: string;
  themes: ThemeSource;
  start: Start;
}

export function App({ locale, themes, start }: AppProps) {
  const styles = useStyles();
  return (
    <IntlProvider locale={locale} messages={useCatalogue()}>
      <FluentProvider theme={useTheme(themes)}>
        <div className={styles.page}>
          <Started start={start} />
        </div>
      </FluentProvider>
    </IntlProvider>
  );
}

function Started({ start }: { start: Start }) {
  if ('failure' in start) return <FailedStartPage failure={start.failure} />;
  if (start.opening === 'signedOut') return <SignInPage signIn={start.signIn} />;
  return <SignedIn session={start.opening.session} />;
}

function SignedIn({ session }: { session: Session }) {
  const [parts] = useState(() => ({
    client: clientOf(session),
    queries: createQueryClient(),
    router: createPortalRouter(),
  }));
  return (
    <SessionContext value={session}>
      <ClientContext value={parts.client}>
        <QueryClientProvider client={parts.queries}>
          <RouterProvider router={parts.router} />
        </QueryClientProvider>
      </ClientContext>
    </SessionContext>
  );
}
