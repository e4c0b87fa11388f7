import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { useMessages } from '../base/messages.ts';
import { dismiss, type Notice, useNotices } from './notice-list.ts';

const SHOWN_MILLISECONDS = 8_000;

const useStyles = makeStyles({
  stack: {
    position: 'fixed',
    right: tokens.spacingHorizontalL,
    bottom: tokens.spacingVerticalL,
    zIndex: 20,
    display: 'grid',
    gap: tokens.spacingVerticalS,
    width: 'min(420px, calc(100vw - 32px))',
    '@media print': { display: 'none' },
  },
  notice: { boxShadow: tokens.shadow16, overflowWrap: 'anywhere' },
});

/** Notices about actions, in a corner of every page. Screen readers announce them. */
export function Notices() {
  const styles = useStyles();
  const notices = useNotices();
  return (
    <div className={styles.stack} role="status">
      {notices.map((notice) => (
        <ShownNotice key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function ShownNotice({ notice }: { notice: Notice }) {
  const styles = useStyles();
  const text = useMessages();
  useEffect(() => {
    // A failure stays until the person has read it.
    if (notice.intent === 'error') return undefined;
    const timer = setTimeout(() => dismiss(notice.id), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [notice.id, notice.intent]);
  return (
    <MessageBar className={styles.notice} intent={notice.intent} layout="multiline" politeness="polite">
      <MessageBarBody>{notice.text}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={text('action.dismiss')}
            onClick={() => dismiss(notice.id)}
          />
        }
      />
    </MessageBar>
  );
}
