import { Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Initials } from './Initials.tsx';

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  lines: { display: 'grid', minWidth: 0 },
});

/** A person in a table: initials, name and mail address. */
export function PersonCell({ name, mail }: { name: string; mail: string | undefined }) {
  const styles = useStyles();
  return (
    <span className={styles.person}>
      <Initials name={name} />
      <span className={styles.lines}>
        {name}
        {mail !== undefined && <Caption1>{mail}</Caption1>}
      </span>
    </span>
  );
}
