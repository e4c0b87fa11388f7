import type { TeamSummary } from '@charter/sdk';
import {
  Badge,
  type BadgeProps,
  Body1,
  Caption1,
  Field,
  makeStyles,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { type BulkResult, type BulkState, useBulkChange } from './bulk.ts';
import type { TeamChange } from './queries.ts';

const COLORS: Record<BulkState, NonNullable<BadgeProps['color']>> = {
  waiting: 'subtle',
  running: 'informative',
  paused: 'warning',
  done: 'success',
  failed: 'danger',
};

const useStyles = makeStyles({
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    maxHeight: '320px',
    overflowY: 'auto',
  },
  item: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '32px',
  },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});

interface BulkDialogProps {
  change: TeamChange;
  teams: readonly TeamSummary[];
  onClose: (hasStarted: boolean) => void;
}

/** Describes the action, then runs it for one team after the other and shows each result. */
export function BulkDialog({ change, teams, onClose }: BulkDialogProps) {
  const styles = useStyles();
  const text = useMessages();
  const { results, ended, isRunning, start } = useBulkChange(teams, change);
  const hasEnded = ended === teams.length;
  const hasStarted = isRunning || ended > 0;
  const isDelete = change === 'delete';
  return (
    <ConfirmDialog
      danger={isDelete}
      title={text(`teams.bulk.${change}`, { count: teams.length })}
      action={text(hasEnded ? 'teams.bulk.finish' : `teams.change.${change}`)}
      isSending={isRunning}
      error={null}
      {...(isDelete && !hasStarted && { typed: text('teams.bulk.word', { count: teams.length }) })}
      onSend={() => (hasEnded ? onClose(true) : void start())}
      onClose={() => onClose(hasStarted)}
    >
      <div className={styles.content}>
        <Body1>{text(`teams.detail.${change}`)}</Body1>
        {hasStarted && (
          <Field
            validationState="none"
            validationMessage={text('teams.bulk.progress', { ended, count: teams.length })}
          >
            <ProgressBar value={ended} max={teams.length} aria-label={text('teams.bulk.label')} />
          </Field>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard */}
        <ul className={styles.list} tabIndex={0} aria-label={text('teams.bulk.results')}>
          {results.map((result) => (
            <Result key={result.team.id} result={result} isShown={hasStarted} />
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  );
}

function Result({ result: { team, state, message }, isShown }: { result: BulkResult; isShown: boolean }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        {team.displayName}
        {message !== undefined && <Caption1>{message}</Caption1>}
      </span>
      {isShown && (
        <Badge appearance="tint" color={COLORS[state]}>
          {text(`teams.bulk.state.${state}`)}
        </Badge>
      )}
    </li>
  );
}
