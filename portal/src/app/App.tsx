import type { CharterClient } from '@charter/sdk';
import { FluentProvider, makeStyles, tokens } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { IntlProvider } from 'react-intl';
import { ClientContext, createQueryClient } from '../base/client.ts';
import { useCatalogue } from '../base/messages.ts';
import type { StartFailure } from '../base/start-failure.ts';
import { ME_KEY } from '../features/me/queries.ts';
import type { Caller } from '../sign-in/assert-accepted.ts';
import { FailedStartPage, SignInPage } from '../sign-in/SignInPage.tsx';
import type { Session, SignIn } from '../sign-in/session.ts';
import { SessionContext } from '../sign-in/session-context.ts';
import { createPortalRouter } from './create-router.ts';
import { type ThemeSource, useTheme } from './theme.ts';

interface SignedInStart {
  session: Session;
  client: CharterClient;
  /** The service's response about the person; undefined if it did not respond. */
  caller: Caller | undefined;
}

/** The result of starting the portal. */
export type StartResult = SignedInStart | { signIn: SignIn } | { failure: StartFailure };

const useStyles = makeStyles({
  page: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground2 },
});

interface AppProps {
  /** Language tag of the messages. */
  locale: string;
  themes: ThemeSource;
  start: StartResult;
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

function Started({ start }: { start: StartResult }) {
  if ('failure' in start) return <FailedStartPage failure={start.failure} />;
  if ('signIn' in start) return <SignInPage signIn={start.signIn} />;
  return <SignedIn {...start} />;
}

function SignedIn({ session, client, caller }: SignedInStart) {
  const [parts] = useState(() => {
    const queries = createQueryClient();
    queries.setQueryData(ME_KEY, caller);
    return { queries, router: createPortalRouter() };
  });
  return (
    <SessionContext value={session}>
      <ClientContext value={client}>
        <QueryClientProvider client={parts.queries}>
          <RouterProvider router={parts.router} />
        </QueryClientProvider>
      </ClientContext>
    </SessionContext>
  );
}
