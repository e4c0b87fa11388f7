import { CounterBadge, makeStyles, tokens } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { useUnreadCount } from './queries.ts';

/** Larger numbers are shown as “99+”. */
const MAX_SHOWN = 99;

const useStyles = makeStyles({
  bell: {
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    width: '44px',
    height: '44px',
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  icon: { fontSize: '24px' },
  count: { position: 'absolute', top: '4px', right: '2px' },
});

/** The link to the notifications, with the number of unread ones. */
export function Bell() {
  const styles = useStyles();
  const text = useMessages();
  const { data: count = 0 } = useUnreadCount();
  // The name contains the badge's text, as voice control needs (WCAG 2.2, 2.5.3 Label in Name).
  const name = text('nav.notifications', { count, shown: count > MAX_SHOWN ? `${MAX_SHOWN}+` : count });
  return (
    <Link to="/notifications" className={styles.bell} aria-label={name} title={name}>
      <AlertRegular aria-hidden className={styles.icon} />
      {count > 0 && (
        <CounterBadge
          aria-hidden
          className={styles.count}
          count={count}
          overflowCount={MAX_SHOWN}
          size="small"
          color="danger"
        />
      )}
    </Link>
  );
}
