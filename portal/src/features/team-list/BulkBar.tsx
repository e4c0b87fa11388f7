import { Body1Strong, Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { useIsPermitted } from '../me/queries.ts';
import { BULK_ACTIONS, type BulkAction, POLICY_ACTIONS } from './bulk.ts';

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

interface BulkBarProps {
  count: number;
  /** Number of all teams that match the filters, when they can be selected too. */
  matches: number | undefined;
  onSelectMatches: () => void;
  onAction: (action: BulkAction) => void;
  onDeselect: () => void;
}

/** The actions on the selected teams. */
export function BulkBar({ count, matches, onSelectMatches, onAction, onDeselect }: BulkBarProps) {
  const styles = useStyles();
  const text = useMessages();
  const may = useIsPermitted();
  const actions = [...BULK_ACTIONS, ...(may('attachPolicy') ? POLICY_ACTIONS : [])];
  return (
    <section className={styles.bar} aria-label={text('teams.selection')}>
      <Body1Strong>{text('teams.selected', { count })}</Body1Strong>
      {matches !== undefined && (
        <Button appearance="transparent" onClick={onSelectMatches}>
          {text('teams.selectMatches', { count: matches })}
        </Button>
      )}
      {actions.map((action) => (
        <Button key={action} onClick={() => onAction(action)}>
          {text(`teams.change.${action}`)}
        </Button>
      ))}
      <Button appearance="subtle" onClick={onDeselect}>
        {text('teams.deselect')}
      </Button>
    </section>
  );
}
