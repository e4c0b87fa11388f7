import { Body1Strong, Button, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isConflict } from './ConflictBar.tsx';
import { focusOtherRow } from './focus-other-row.ts';
import { notify } from './notice-list.ts';
import { Problem } from './Problem.tsx';
import { useStackStyles } from './stack.ts';

const useStyles = makeStyles({
  request: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  words: {
    display: 'grid',
    flex: '1 1 220px',
    minWidth: 0,
    overflowWrap: 'anywhere',
    unicodeBidi: 'plaintext',
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  button: { minHeight: '44px' },
});

interface AnswerButton {
  label: string;
  /** Names the request too, for screen readers. */
  fullLabel: string;
  isPrimary?: boolean;
}

interface SentAnswer extends AnswerButton {
  send: () => Promise<unknown>;
  /** Notice after the answer. */
  done: string;
}

/** An answer to a request, as a button that sends it, or that opens a dialog. */
export type RequestAnswer = SentAnswer | (AnswerButton & { open: () => void });

export interface RequestRow {
  id: string;
  title: string;
  lines: readonly (string | undefined)[];
  answers: readonly RequestAnswer[];
}

/** Pending requests to the person, each with buttons for the answers. */
export function RequestRows({ rows }: { rows: readonly RequestRow[] }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={stack.list} ref={list}>
      {rows.map((row) => (
        <li key={row.id} className={styles.request} data-row={row.id}>
          <Row row={row} onClosed={() => focusOtherRow(list.current, row.id)} />
        </li>
      ))}
    </ul>
  );
}

/** @param onClosed called when the request is not pending any more */
function Row({ row: { title, lines, answers }, onClosed }: { row: RequestRow; onClosed: () => void }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const sending = useMutation({ mutationFn: ({ send }: SentAnswer) => send() });
  // A callback of `mutate` would be lost, because the refreshed list no longer has this row.
  const send = (answer: SentAnswer) =>
    void sending.mutateAsync(answer).then(
      () => {
        notify(answer.done);
        onClosed();
      },
      (error: unknown) => {
        // The row disappears with the refreshed list, and its message with it.
        if (!isConflict(error)) return;
        notify((error as Error).message, 'error');
        onClosed();
      },
    );
  return (
    <>
      <div className={stack.line}>
        <div className={styles.words}>
          <Body1Strong>{title}</Body1Strong>
          {lines
            .filter((line) => line !== undefined)
            .map((line) => (
              <Caption1 key={line}>{line}</Caption1>
            ))}
        </div>
        <div className={styles.buttons}>
          {answers.map((answer) => (
            <Button
              key={answer.label}
              className={styles.button}
              appearance={answer.isPrimary ? 'primary' : 'secondary'}
              aria-label={answer.fullLabel}
              disabledFocusable={sending.isPending}
              onClick={() => ('open' in answer ? answer.open() : send(answer))}
            >
              {answer.label}
            </Button>
          ))}
        </div>
      </div>
      {sending.error !== null && <Problem error={sending.error} />}
    </>
  );
}
