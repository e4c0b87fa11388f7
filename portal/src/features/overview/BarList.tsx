import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedNumber } from 'react-intl';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
  },
  words: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  track: { height: '8px', backgroundColor: tokens.colorNeutralBackground5, borderRadius: '4px' },
  bar: {
    height: '100%',
    minWidth: '2px',
    borderRadius: '4px',
    backgroundColor: tokens.colorBrandBackground,
    // Forced colours drop backgrounds; a border stays.
    borderTop: '8px solid transparent',
    boxSizing: 'border-box',
  },
});

interface BarListProps {
  label: string;
  bars: readonly { id: string; name: string; count: number }[];
}

/** Numbers with bars. The numbers stand beside the bars, so it needs no text alternative. */
export function BarList({ label, bars }: BarListProps) {
  const styles = useStyles();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul className={styles.list} aria-label={label}>
      {bars.map(({ id, name, count }) => (
        <li key={id}>
          <div className={styles.words}>
            <span>{name}</span>
            <strong>
              <FormattedNumber value={count} />
            </strong>
          </div>
          <div className={styles.track} aria-hidden>
            {count > 0 && <div className={styles.bar} style={{ width: `${(100 * count) / most}%` }} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
