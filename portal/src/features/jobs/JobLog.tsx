import { Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedTime } from 'react-intl';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';

const useStyles = makeStyles({
  log: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    fontVariantNumeric: 'tabular-nums',
  },
  line: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    [PHONE_SCREEN]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  time: { color: tokens.colorNeutralForeground3 },
  message: { overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
});

/** The lines of a log: `<RFC 3339 time> <message>`. */
export function JobLog({ lines }: { lines: readonly string[] }) {
  const styles = useStyles();
  return (
    <ol className={styles.log}>
      {lines.map((line, index) => {
        const space = line.indexOf(' ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended
          <li key={index} className={styles.line}>
            <Caption1 className={styles.time}>
              <FormattedTime value={line.slice(0, space)} timeStyle="medium" />
            </Caption1>
            <Caption1 className={styles.message}>{line.slice(space + 1)}</Caption1>
          </li>
        );
      })}
    </ol>
  );
}
