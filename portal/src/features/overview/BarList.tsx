import { makeStyles, tokens } from '@fluentui/react-components';
import { Link, type LinkProps } from '@tanstack/react-router';
import { FormattedNumber } from 'react-intl';
import { PLAIN_LIST } from '../../components/stack.ts';

const useStyles = makeStyles({
  list: { ...PLAIN_LIST, gap: tokens.spacingVerticalXS },
  row: {
    display: 'grid',
    alignContent: 'center',
    rowGap: tokens.spacingVerticalXS,
    minHeight: '44px',
    paddingInline: tokens.spacingHorizontalS,
    marginInline: `calc(-1 * ${tokens.spacingHorizontalS})`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
  words: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    overflowWrap: 'anywhere',
  },
  track: { height: '8px', backgroundColor: tokens.colorNeutralBackground5, borderRadius: '4px' },
  bar: {
    height: '100%',
    minWidth: '2px',
    borderRadius: '4px',
    backgroundColor: tokens.colorBrandBackground,
    // Forced colours remove backgrounds, so a border replaces them.
    borderTop: '8px solid transparent',
    boxSizing: 'border-box',
  },
});

interface BarListProps {
  label: string;
  /** `list`: where the bar links to. */
  bars: readonly { id: string; name: string; count: number; list: Pick<LinkProps, 'to' | 'search'> }[];
}

/** Numbers with bars. The numbers are text, so the bars need no text alternative. */
export function BarList({ label, bars }: BarListProps) {
  const styles = useStyles();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={styles.list} aria-label={label}>
      {bars.map(({ id, name, count, list }) => (
        <li key={id}>
          <Link {...list} className={styles.row}>
            <span className={styles.words}>
              <span>{name}</span>
              <strong>
                <FormattedNumber value={count} />
              </strong>
            </span>
            <span className={styles.track} aria-hidden>
              {count > 0 && <div className={styles.bar} style={{ width: `${(100 * count) / most}%` }} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
