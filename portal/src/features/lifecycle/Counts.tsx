import type { LifecycleRun } from '@charter/sdk';
import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { OUTCOMES } from './queries.ts';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
});

/** The numbers of teams by outcome, without zeros. */
export function Counts({ counts }: Pick<LifecycleRun, 'counts'>) {
  const styles = useStyles();
  const text = useMessages();
  const known = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  if (known.length === 0) return null;
  return (
    <ul className={styles.list}>
      {known.map((outcome) => (
        <li key={outcome}>
          <Badge appearance="tint" color={outcome === 'failed' ? 'danger' : 'informative'} size="large">
            {text('counts.line', { name: text(`lifecycle.outcome.${outcome}`), count: counts[outcome] })}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
