import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Surface } from './Surface.tsx';

const useStyles = makeStyles({
  box: {
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXXL} ${tokens.spacingHorizontalL}`,
    textAlign: 'center',
  },
  words: { textAlign: 'center', maxWidth: '560px', overflowWrap: 'anywhere' },
});

/** Replaces an empty list: says what it will contain, and what to do next. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const styles = useStyles();
  return (
    <Surface className={styles.box}>
      <Body1 className={styles.words}>{children}</Body1>
      {action}
    </Surface>
  );
}
