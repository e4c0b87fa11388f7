import { Body1Strong, Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import type { TeamChange } from './queries.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
});

const CHANGES: readonly TeamChange[] = ['archive', 'unarchive', 'delete'];

interface BulkBarProps {
  count: number;
  onChange: (change: TeamChange) => void;
  onDeselect: () => void;
}

export function BulkBar({ count, onChange, onDeselect }: BulkBarProps) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <section className={styles.bar} aria-label={text('teams.selection')}>
      <Body1Strong>{text('teams.selected', { count })}</Body1Strong>
      {CHANGES.map((change) => (
        <Button key={change} onClick={() => onChange(change)}>
          {text(`teams.change.${change}`)}
        </Button>
      ))}
      <Button appearance="subtle" onClick={onDeselect}>
        {text('teams.deselect')}
      </Button>
    </section>
  );
}
