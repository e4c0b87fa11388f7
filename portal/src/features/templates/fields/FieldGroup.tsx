import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode, Ref } from 'react';

const useStyles = makeStyles({
  group: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: tokens.spacingHorizontalM,
    margin: 0,
    minWidth: 0,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface FieldGroupProps {
  title: string;
  ref?: Ref<HTMLFieldSetElement>;
  children: ReactNode;
}

/** A framed group of fields with a title. */
export function FieldGroup({ title, ref, children }: FieldGroupProps) {
  const styles = useStyles();
  return (
    <fieldset ref={ref} className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Buttons below the fields of a group, in a row. */
export function FieldActions({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <div className={styles.actions}>{children}</div>;
}
