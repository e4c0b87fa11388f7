import type { Review } from '@charter/sdk';
import { Caption1, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

const useStyles = makeStyles({
  progress: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, width: '100%' },
});

/** Shows how many people of the review have a decision. */
export function Progress({ review }: { review: Review }) {
  const styles = useStyles();
  const text = useMessages();
  const { itemCount, keepCount, removeCount } = review;
  const label = text('reviews.progress', { decided: keepCount + removeCount, count: itemCount });
  return (
    <span className={styles.progress}>
      <ProgressBar aria-label={label} value={keepCount + removeCount} max={Math.max(itemCount, 1)} />
      <Caption1>{label}</Caption1>
    </span>
  );
}
