import type { TeamSummary } from '@charter/sdk';
import { Body1Strong, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '44px',
    padding: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  letter: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '36px',
    height: '36px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForeground2,
    backgroundColor: tokens.colorBrandBackground2,
    borderRadius: tokens.borderRadiusMedium,
  },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
});

/** Teams as cards that link to their pages. */
export function TeamCards({ teams }: { teams: readonly TeamSummary[] }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <ul className={styles.list}>
      {teams.map(({ id, displayName, role, memberCount, lastActivityDateTime }) => (
        <li key={id}>
          <Link to="/teams/$teamId" params={{ teamId: id }} className={styles.card}>
            <span className={styles.letter} aria-hidden>
              {[...displayName.trim()][0]?.toUpperCase()}
            </span>
            <span className={styles.words}>
              <Body1Strong>{displayName}</Body1Strong>
              <Caption1>
                {text(`role.${role ?? 'member'}`)} · {text('teams.memberCount', { count: memberCount })} ·{' '}
                <FormattedDate value={lastActivityDateTime} dateStyle="medium" />
              </Caption1>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
