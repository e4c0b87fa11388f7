import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Surface } from './Surface.tsx';

const useStyles = makeStyles({
  card: {
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  title: { margin: 0 },
});

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Surface className={styles.card}>
      <Subtitle2 as="h2" className={styles.title}>
        {title}
      </Subtitle2>
      {children}
    </Surface>
  );
}
