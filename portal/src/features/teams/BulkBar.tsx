import type { TeamSummary } from '@charter/sdk';
import { Body1Strong, Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../app/messages.ts';
import { BulkDialog } from './BulkDialog.tsx';
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

/** What one can do with the chosen teams. */
export function BulkBar({ teams, onDone }: { teams: readonly TeamSummary[]; onDone: () => void }) {
  const styles = useStyles();
  const text = useMessages();
  const [open, setOpen] = useState<{ change: TeamChange; teams: readonly TeamSummary[] }>();
  return (
    <section className={styles.bar} aria-label={text('teams.selection')}>
      <Body1Strong>{text('teams.selected', { count: teams.length })}</Body1Strong>
      {CHANGES.map((change) => (
        <Button key={change} onClick={() => setOpen({ change, teams })}>
          {text(`teams.change.${change}`)}
        </Button>
      ))}
      <Button appearance="subtle" onClick={onDone}>
        {text('teams.deselect')}
      </Button>
      {open && (
        <BulkDialog
          change={open.change}
          teams={open.teams}
          onClose={(hasStarted) => {
            setOpen(undefined);
            if (hasStarted) onDone();
          }}
        />
      )}
    </section>
  );
}
