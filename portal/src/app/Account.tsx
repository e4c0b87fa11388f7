import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useRef, useState } from 'react';
import { loadChunk } from '../base/chunks.ts';
import { useMessages } from '../base/messages.ts';
import { Initials } from '../components/Initials.tsx';
import { NARROW_SCREEN } from '../components/narrow-screen.ts';
import { VISUALLY_HIDDEN } from '../components/visually-hidden.ts';
import { useSession } from '../sign-in/session-context.ts';
import type { PendingTasks } from './AccountMenu.tsx';

const AccountMenu = lazy(async () => {
  const { AccountMenu: menu } = await loadChunk(() => import('./AccountMenu.tsx'));
  return { default: menu };
});

const useStyles = makeStyles({
  account: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'start',
    marginTop: 'auto',
    minWidth: 0,
    [NARROW_SCREEN]: { order: 2, flexDirection: 'row', alignItems: 'center', margin: 0 },
  },
  person: {
    justifyContent: 'start',
    gap: tokens.spacingHorizontalS,
    minHeight: '44px',
    minWidth: 0,
    maxWidth: '100%',
    padding: `0 ${tokens.spacingHorizontalS}`,
    fontWeight: tokens.fontWeightRegular,
    [NARROW_SCREEN]: { padding: 0 },
  },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [NARROW_SCREEN]: VISUALLY_HIDDEN,
  },
  signOut: {
    minHeight: '44px',
    minWidth: 0,
    padding: `0 ${tokens.spacingHorizontalM}`,
    whiteSpace: 'nowrap',
    // On a narrow screen the menu contains the sign-out.
    [NARROW_SCREEN]: { display: 'none' },
  },
});

/** The person with their menu, and the sign-out button if the portal has one. */
export function Account(waiting: PendingTasks) {
  const styles = useStyles();
  const text = useMessages();
  const { person, signOut } = useSession();
  const account = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const close = () => {
    setMenu('closed');
    account.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={account} className={styles.account}>
      <Button
        className={styles.person}
        appearance="subtle"
        title={person.userName}
        aria-haspopup="menu"
        aria-expanded={menu === 'open'}
        onClick={() => setMenu(menu === 'open' ? 'closed' : 'open')}
      >
        <Initials name={person.displayName} />
        <span className={styles.name}>{person.displayName}</span>
      </Button>
      {menu !== 'never' && (
        <Suspense fallback={null}>
          <AccountMenu
            waiting={waiting}
            isOpen={menu === 'open'}
            label={person.displayName}
            target={account.current?.querySelector('button') ?? null}
            signOut={signOut}
            onClose={close}
          />
        </Suspense>
      )}
      {signOut && (
        <Button className={styles.signOut} appearance="subtle" onClick={() => void signOut()}>
          {text('signIn.out')}
        </Button>
      )}
    </div>
  );
}
