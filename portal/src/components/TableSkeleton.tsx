import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { useMessages } from '../base/messages.ts';

const ROWS = ['1', '2', '3', '4', '5', '6'];

const useStyles = makeStyles({
  rows: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
});

/** A placeholder for a table while its first page loads. */
export function TableSkeleton({ label }: { label: string }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <Skeleton
      className={styles.rows}
      role="status"
      aria-label={text('named.value', { name: label, value: text('state.loading') })}
    >
      {ROWS.map((row) => (
        <SkeletonItem key={row} size={24} />
      ))}
    </Skeleton>
  );
}
