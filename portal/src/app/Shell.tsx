import {
  Button,
  CounterBadge,
  Link as FluentLink,
  makeStyles,
  mergeClasses,
  Text,
  tokens,
} from '@fluentui/react-components';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWaitingApprovals } from '../features/approvals/queries.ts';
import { useSession } from '../sign-in/session-context.ts';
import { type MessageId, useMessages } from './messages.ts';

const useStyles = makeStyles({
  skip: {
    position: 'absolute',
    left: '-10000px',
    ':focus': { left: tokens.spacingHorizontalM, top: tokens.spacingVerticalM, zIndex: 10 },
  },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalL,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  brand: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400 },
  links: {
    display: 'flex',
    flexGrow: 1,
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXS,
    '@media (max-width: 639px)': { order: 1, flexBasis: '100%' },
  },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '44px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderBottom: '3px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  account: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  person: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', maxWidth: '180px' },
  current: { borderBottomColor: tokens.colorBrandStroke1, fontWeight: tokens.fontWeightSemibold },
});

const LINKS: readonly { to: '/' | '/request' | '/approvals'; label: MessageId }[] = [
  { to: '/', label: 'nav.home' },
  { to: '/request', label: 'nav.request' },
  { to: '/approvals', label: 'nav.approvals' },
];

/** The frame of every page: skip link, navigation with the number of waiting approvals, and the person's menu. */
export function Shell() {
  const styles = useStyles();
  const text = useMessages();
  const waiting = useWaitingApprovals().data?.value.length ?? 0;
  useWaitingInTitle(waiting);
  return (
    <>
      <FluentLink className={styles.skip} href="#content">
        {text('nav.skip')}
      </FluentLink>
      <header className={styles.bar}>
        <Text className={styles.brand}>Charter</Text>
        <nav className={styles.links} aria-label={text('nav.label')}>
          {LINKS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className={styles.link}
              activeProps={{ className: mergeClasses(styles.link, styles.current) }}
              activeOptions={{ exact: to === '/' }}
            >
              {text(label)}
              {to === '/approvals' && waiting > 0 && (
                <CounterBadge
                  count={waiting}
                  size="small"
                  aria-label={text('nav.waiting', { count: waiting })}
                />
              )}
            </Link>
          ))}
        </nav>
        <Account />
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

/** Puts the number of waiting approvals before the title of the browser's tab. */
function useWaitingInTitle(waiting: number): void {
  useEffect(() => {
    const show = (): void => {
      const title = document.title.replace(/^\(\d+\) /, '');
      const wanted = waiting > 0 ? `(${waiting}) ${title}` : title;
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    const element = document.querySelector('title');
    if (element === null) return undefined;
    const observer = new MutationObserver(show);
    observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, [waiting]);
}

/** The person's name, and the way out. */
function Account() {
  const styles = useStyles();
  const text = useMessages();
  const { person, signOut } = useSession();
  return (
    <div className={styles.account}>
      <Text className={styles.person} title={person.userName}>
        {person.displayName}
      </Text>
      <Button appearance="subtle" onClick={() => void signOut()}>
        {text('signIn.out')}
      </Button>
    </div>
  );
}
