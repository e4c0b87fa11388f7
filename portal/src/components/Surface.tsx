import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground1,
    // Forced colours remove shadows, so a transparent border replaces them.
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow4,
  },
});

/**
 * A surface that looks like a card. Fluent UI's Card also handles selection and would add 11 kB to the first page.
 */
export function Surface({ className, children }: { className: string; children: ReactNode }) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.surface, className)}>{children}</div>;
}
