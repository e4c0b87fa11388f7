import { makeStyles, mergeClasses, tokens, useFocusFinders } from '@fluentui/react-components';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMessages } from '../base/messages.ts';
import { Notices } from '../components/Notices.tsx';
import { NARROW_SCREEN } from '../components/narrow-screen.ts';
import { useWaitingApprovals } from '../features/approvals/queries.ts';
import { usePendingRequests } from '../features/join-requests/queries.ts';
import { SuiteNotices } from '../features/me/SuiteNotices.tsx';
import { Bell } from '../features/notifications/Bell.tsx';
import { Brand } from '../features/organization/Brand.tsx';
import { useBranding, useLogo } from '../features/organization/use-branding.ts';
import { isPending, useOwnerRequests } from '../features/owners/queries.ts';
import { usePendingReviews } from '../features/reviews/pending.ts';
import { useRenewals } from '../features/teams/queries.ts';
import { Account } from './Account.tsx';
import { showAccent } from './accent.ts';
import { Dialogs } from './Dialogs.tsx';
import { Navigation } from './Navigation.tsx';
import { SearchField } from './SearchField.tsx';
import { useRestoredFocus } from './use-restored-focus.ts';

/** The content of the page is printed without navigation. */
const PAPER = '@media print';

const useStyles = makeStyles({
  skip: {
    position: 'absolute',
    left: '-10000px',
    padding: tokens.spacingHorizontalM,
    color: tokens.colorBrandForegroundLink,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    ':focus': {
      left: tokens.spacingHorizontalM,
      top: tokens.spacingVerticalM,
      zIndex: 10,
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
    },
  },
  frame: {
    display: 'grid',
    gridTemplateColumns: '15.25rem minmax(0, 1fr)',
    minHeight: '100vh',
    [NARROW_SCREEN]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr' },
    [PAPER]: { display: 'block' },
  },
  side: {
    position: 'sticky',
    top: 0,
    zIndex: 5,
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    height: '100vh',
    overflowY: 'auto',
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW_SCREEN]: {
      flexDirection: 'row',
      // With large text the navigation needs two lines.
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: tokens.spacingHorizontalXS,
      height: 'auto',
      overflowY: 'visible',
      padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
      borderRightWidth: 0,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    [PAPER]: { display: 'none' },
  },
  top: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    [NARROW_SCREEN]: { order: 1, flexGrow: 1 },
  },
  // A long name is cut before the header needs another line.
  named: { [NARROW_SCREEN]: { flexBasis: '112px' } },
});

/** The frame of every page: skip link, navigation with the numbers of waiting tasks, the person, and notices. */
export function Shell() {
  const styles = useStyles();
  const text = useMessages();
  const approvals = useWaitingApprovals().data?.value.length ?? 0;
  const renewals = useRenewals().data?.length ?? 0;
  // Not loaded on every page: requests and reviews are rare, and the notification bell announces them.
  const requests = useOwnerRequests(false).data?.value.filter(isPending).length ?? 0;
  const joining = usePendingRequests(false).data?.value.length ?? 0;
  const reviews = usePendingReviews(false).data?.length ?? 0;
  const all = approvals + renewals + requests + joining + reviews;
  useWaitingInTitle(all);

  const branding = useBranding();
  const logo = useLogo(branding);
  useEffect(() => void showAccent(branding.accentColor), [branding.accentColor]);
  // Keeps Tabster in use: without it, a closed dialog would leave the page hidden (microsoft/tabster#530).
  useFocusFinders();
  useRestoredFocus();
  return (
    <div className={styles.frame}>
      <header className={styles.side}>
        <a className={styles.skip} href="#content">
          {text('nav.skip')}
        </a>
        <div className={mergeClasses(styles.top, branding.displayName !== undefined && styles.named)}>
          <Brand name={branding.displayName} logo={logo} />
          <Bell />
        </div>
        <SearchField />
        <Navigation waiting={{ '/': all, '/approvals': approvals, '/reviews': reviews }} />
        <Account {...{ approvals, renewals, requests, joining, reviews }} />
      </header>
      <main id="content" tabIndex={-1}>
        <SuiteNotices />
        <Outlet />
      </main>
      <Notices />
      <Dialogs />
    </div>
  );
}

/** Puts the number of waiting tasks before the title of the browser's tab. */
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
