import type { Review } from '@charter/sdk';
import { Body1Strong, Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { type Decision, useDecide, useReview } from './queries.ts';

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
  act: { minHeight: '44px' },
});

const undecidedIn = ({ itemCount, keepCount, removeCount }: Review): number =>
  itemCount - keepCount - removeCount;

interface DecideBarProps {
  review: Review;
  /** Ids of the selected people. */
  selected: readonly string[];
  onDone: () => void;
}

/** Decides about the selected people, or, without a selection, about everybody who has no decision yet. */
export function DecideBar({ review, selected, onDone }: DecideBarProps) {
  const styles = useStyles();
  const text = useMessages();
  const decide = useDecide(review.id);
  const undecided = undecidedIn(review);
  const decideChosen = (decision: Decision) =>
    decide.mutate(
      { userIds: selected, decision },
      {
        onSuccess: () => {
          notify(text('reviews.saved', { count: selected.length }));
          onDone();
        },
      },
    );
  const decideAll = (decision: 'keep' | 'remove') =>
    openDialog((close) => <DecideAllDialog review={review} decision={decision} onClose={close} />);
  const acts: readonly Decision[] = ['keep', 'remove', 'none'];
  return (
    <>
      <section className={styles.bar} aria-label={text('reviews.decide')}>
        <Body1Strong role="status">
          {selected.length > 0
            ? text('reviews.selected', { count: selected.length })
            : text('reviews.undecided', { count: undecided })}
        </Body1Strong>
        {selected.length > 0
          ? acts.map((decision) => (
              <Button
                key={decision}
                className={styles.act}
                appearance={decision === 'keep' ? 'primary' : 'secondary'}
                disabledFocusable={decide.isPending}
                onClick={() => decideChosen(decision)}
              >
                {text(`reviews.act.${decision}`)}
              </Button>
            ))
          : undecided > 0 &&
            (['keep', 'remove'] as const).map((decision) => (
              <Button key={decision} className={styles.act} onClick={() => decideAll(decision)}>
                {text(`reviews.actAll.${decision}`, { count: undecided })}
              </Button>
            ))}
      </section>
      {decide.error !== null && <Problem error={decide.error} />}
    </>
  );
}

interface DecideAllProps {
  review: Review;
  decision: 'keep' | 'remove';
  onClose: () => void;
}

/** Confirms a decision about everybody who has none yet. */
function DecideAllDialog({ review: seen, decision, onClose }: DecideAllProps) {
  const text = useMessages();
  const decide = useDecide(seen.id);
  // Other owners may decide while the dialog is open.
  const review = useReview(seen.id).data ?? seen;
  const count = undecidedIn(review);
  const done = () => {
    notify(text('reviews.savedAll'));
    onClose();
  };
  return (
    <ConfirmDialog
      danger={decision === 'remove'}
      title={text(`reviews.actAll.${decision}`, { count })}
      action={text(`reviews.act.${decision}`)}
      isSending={decide.isPending}
      error={decide.error}
      onSend={() => decide.mutate({ undecided: decision }, { onSuccess: done })}
      onClose={onClose}
    >
      {text(`reviews.confirm.${decision}`, { count, team: review.team.displayName })}
    </ConfirmDialog>
  );
}
