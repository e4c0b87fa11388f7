import { Body1, Button, makeStyles, Title2, tokens } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../base/messages.ts';
import { type StartFailure, toStartFailure } from '../base/start-failure.ts';
import { Surface } from '../components/Surface.tsx';
import type { SignIn } from './session.ts';

const useStyles = makeStyles({
  page: { display: 'grid', placeItems: 'center', minHeight: '100vh', padding: tokens.spacingHorizontalL },
  card: {
    maxWidth: '420px',
    width: '100%',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXXL,
  },
});

function CenteredCard({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <main className={styles.page}>
      <Surface className={styles.card}>
        <Title2 as="h1">{title}</Title2>
        {children}
      </Surface>
    </main>
  );
}

/** The page for people without a session at the issuer in this browser. */
export function SignInPage({ signIn }: { signIn: SignIn }) {
  const text = useMessages();
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<StartFailure>();
  const start = async () => {
    setLeaving(true);
    setFailure(undefined);
    try {
      await signIn.start();
    } catch (error) {
      setLeaving(false);
      setFailure(toStartFailure(error));
    }
  };
  return (
    <CenteredCard title={text('signIn.title')}>
      <Body1>{text('signIn.intro')}</Body1>
      {failure && <Body1 role="alert">{text(failure.advice, { reason: failure.reason })}</Body1>}
      <Button appearance="primary" size="large" disabled={leaving} onClick={start}>
        {text(leaving ? 'signIn.leaving' : 'signIn.start')}
      </Button>
    </CenteredCard>
  );
}

const useLinkStyles = makeStyles({
  link: {
    alignSelf: 'center',
    padding: tokens.spacingVerticalM,
    color: tokens.colorBrandForegroundLink,
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
});

/**
 * The page after a failure to read the settings, to reach the issuer or to get a token from Microsoft Teams, and for a
 * token that the service rejects.
 */
export function FailedStartPage({
  failure: { advice, reason, isInTeams, signOut },
}: {
  failure: StartFailure;
}) {
  const styles = useLinkStyles();
  const text = useMessages();
  return (
    <CenteredCard title={text('start.failed')}>
      <Body1 role="alert">{text(advice, { reason })}</Body1>
      <Button appearance="primary" size="large" onClick={() => location.reload()}>
        {text('action.tryAgain')}
      </Button>
      {signOut && (
        <Button size="large" onClick={() => void signOut()}>
          {text('start.otherAccount')}
        </Button>
      )}
      {isInTeams && (
        <a className={styles.link} href={location.href} target="_blank" rel="noreferrer">
          {text('start.openInBrowser')}
        </a>
      )}
    </CenteredCard>
  );
}
