import type { OwnerRequest } from '@charter/sdk';
import { Body1Strong, Button, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { useRef } from 'react';
import { useMessages } from '../../base/messages.ts';
import { isConflict } from '../../components/ConflictBar.tsx';
import { focusOtherRow } from '../../components/focus-other-row.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { useStackStyles } from '../../components/stack.ts';
import { useAnswer } from './queries.ts';

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

/** Pending requests to own a team, each with buttons for the answer. */
export function OwnerRequestList({ requests }: { requests: readonly OwnerRequest[] }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={stack.list} ref={list}>
      {requests.map((request) => (
        <li key={request.id} className={styles.request} data-row={request.id}>
          <Request request={request} onClosed={() => focusOtherRow(list.current, request.id)} />
        </li>
      ))}
    </ul>
  );
}

/** @param onClosed called when the request is not pending any more */
function Request({ request, onClosed }: { request: OwnerRequest; onClosed: () => void }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  const answer = useAnswer(request.id);
  const { displayName: name } = request.team;
  // A callback of `mutate` would be lost, because the refreshed list no longer has this row.
  const send = (choice: 'accept' | 'decline') =>
    void answer.mutateAsync(choice).then(
      () => {
        notify(text(`ownerRequest.done.${choice}`, { name }));
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
          <Body1Strong>{name}</Body1Strong>
          <Caption1>{text(`ownerRequest.why.${request.source}`)}</Caption1>
          {request.expiresDateTime !== undefined && (
            <Caption1>{text('ownerRequest.until', { expires: new Date(request.expiresDateTime) })}</Caption1>
          )}
        </div>
        <div className={styles.buttons}>
          <Button
            className={styles.button}
            appearance="primary"
            aria-label={text('ownerRequest.acceptTeam', { name })}
            disabledFocusable={answer.isPending}
            onClick={() => send('accept')}
          >
            {text('ownerRequest.accept')}
          </Button>
          <Button
            className={styles.button}
            aria-label={text('ownerRequest.declineTeam', { name })}
            disabledFocusable={answer.isPending}
            onClick={() => send('decline')}
          >
            {text('ownerRequest.decline')}
          </Button>
        </div>
      </div>
      {answer.error !== null && <Problem error={answer.error} />}
    </>
  );
}
