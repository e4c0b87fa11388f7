import { Badge, Button, Caption1Strong, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { NavigationRegular } from '@fluentui/react-icons';
import { Link, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useMessages } from '../base/messages.ts';
import { NARROW_SCREEN } from '../components/narrow-screen.ts';
import { PLAIN_LIST } from '../components/stack.ts';
import { useIsPermitted } from '../features/me/queries.ts';
import { ADMINISTRATION, type NavigationLink, PAGES } from './links.ts';

const useStyles = makeStyles({
  toggle: {
    display: 'none',
    minHeight: '44px',
    minWidth: 0,
    // The header of a phone has no room for more.
    padding: `0 ${tokens.spacingHorizontalXS}`,
    [NARROW_SCREEN]: { display: 'inline-flex' },
  },
  panel: {
    display: 'grid',
    alignContent: 'start',
    gap: tokens.spacingVerticalL,
    [NARROW_SCREEN]: {
      position: 'absolute',
      top: '100%',
      left: 0,
      right: 0,
      maxHeight: 'calc(100vh - 60px)',
      overflowY: 'auto',
      padding: tokens.spacingHorizontalM,
      backgroundColor: tokens.colorNeutralBackground1,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
      boxShadow: tokens.shadow16,
    },
  },
  closed: { [NARROW_SCREEN]: { display: 'none' } },
  list: { ...PLAIN_LIST, gap: '2px' },
  heading: {
    display: 'block',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS}`,
    color: tokens.colorNeutralForeground2,
  },
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '40px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    borderLeft: '3px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      color: tokens.colorNeutralForeground1Hover,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [NARROW_SCREEN]: { minHeight: '44px' },
    // Forced colours make transparent borders visible, so this one has the colour of the background.
    '@media (forced-colors: active)': { borderLeftColor: 'Canvas' },
  },
  current: {
    color: tokens.colorNeutralForeground1Selected,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    borderLeftColor: tokens.colorCompoundBrandStroke,
    '@media (forced-colors: active)': { borderLeftColor: 'Highlight' },
  },
  icon: { fontSize: '20px', flexShrink: 0 },
  label: { flexGrow: 1 },
});

/** Numbers of waiting tasks, by the address of their link. */
export type PendingCounts = Readonly<Record<string, number>>;

/** The links of the portal: beside the page when it is wide, otherwise behind a button. */
export function Navigation({ waiting }: { waiting: PendingCounts }) {
  const styles = useStyles();
  const text = useMessages();
  const [isOpen, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    nav.current?.querySelector('button')?.focus();
  };
  return (
    <nav ref={nav} aria-label={text('nav.label')} onKeyDown={close}>
      <Button
        className={styles.toggle}
        appearance="subtle"
        icon={<NavigationRegular />}
        aria-expanded={isOpen}
        aria-controls="navigation-links"
        onClick={() => setOpen(!isOpen)}
      >
        {text('nav.menu')}
      </Button>
      <div id="navigation-links" className={mergeClasses(styles.panel, !isOpen && styles.closed)}>
        <Links links={PAGES} waiting={waiting} onFollow={() => setOpen(false)} />
        <Links links={ADMINISTRATION} title={text('nav.administration')} onFollow={() => setOpen(false)} />
      </div>
    </nav>
  );
}

/** Returns the links to pages that exist and that the person may open. */
export function useShownLinks(links: readonly NavigationLink[]): readonly NavigationLink[] {
  const may = useIsPermitted();
  const { routesByPath } = useRouter();
  return links.filter(
    ({ to, operation }) => to in routesByPath && (operation === undefined || may(operation)),
  );
}

interface LinksProps {
  links: readonly NavigationLink[];
  title?: string;
  waiting?: PendingCounts;
  onFollow: () => void;
}

function Links({ links, title, waiting = {}, onFollow }: LinksProps) {
  const styles = useStyles();
  const text = useMessages();
  const shown = useShownLinks(links);
  if (shown.length === 0) return null;
  return (
    <div>
      {title !== undefined && <Caption1Strong className={styles.heading}>{title}</Caption1Strong>}
      <ul className={styles.list} {...(title !== undefined && { 'aria-label': title })}>
        {shown.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link}
              activeProps={{ className: mergeClasses(styles.link, styles.current) }}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              onClick={onFollow}
            >
              <Icon aria-hidden className={styles.icon} />
              <span className={styles.label}>{text(label)}</span>
              <WaitingBadge count={waiting[to] ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function WaitingBadge({ count }: { count: number }) {
  const text = useMessages();
  if (count === 0) return null;
  return (
    <Badge size="small" shape="circular" aria-label={text('nav.waiting', { count })}>
      {count}
    </Badge>
  );
}
