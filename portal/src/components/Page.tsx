import {
  createCustomFocusIndicatorStyle,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components';
import { Link, type LinkProps, useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { hasDialogOfPage } from './dialogs.ts';

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    maxWidth: '1080px',
    width: '100%',
    margin: '0 auto',
    padding: tokens.spacingHorizontalL,
    boxSizing: 'border-box',
  },
  wide: { maxWidth: '1440px' },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  titles: { display: 'grid', minWidth: 0 },
  parent: {
    color: tokens.colorBrandForegroundLink,
    justifySelf: 'start',
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
  title: {
    ...typographyStyles.title2,
    margin: 0,
    overflowWrap: 'anywhere',
    outlineStyle: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ...createCustomFocusIndicatorStyle({
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '2px',
    }),
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
});

interface PageProps {
  title: string;
  /** Parent page, shown as a link above the title. */
  parent?: { to: LinkProps['to']; label: string };
  /** Whether the page uses more width, for a table. */
  wide?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A page with its heading. The heading gets the focus when the page opens, so that screen readers announce it. A dialog
 * of the page that is already open, such as the search, keeps the focus.
 */
export function Page({ title, parent, wide = false, actions, children }: PageProps) {
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  // A link from one team to another keeps this component mounted.
  const address = useMatch({ strict: false, select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another page
  useEffect(() => {
    if (!hasDialogOfPage()) heading.current?.focus({ preventScroll: true });
  }, [address]);
  useEffect(() => {
    document.title = `${title} · Charter`;
  }, [title]);
  return (
    <div className={mergeClasses(styles.page, wide && styles.wide)}>
      <div className={styles.head}>
        <div className={styles.titles}>
          {parent !== undefined && (
            <Link to={parent.to ?? '/'} className={styles.parent}>
              {parent.label}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
