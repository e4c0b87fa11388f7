import type { Approval } from '@charter/sdk';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { DelegateDialog } from './DelegateDialog.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { useTurn } from './turn.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    position: 'sticky',
    bottom: 0,
    padding: `${tokens.spacingVerticalM} 0`,
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  /** The buttons are so narrow that three of them fit on a phone. */
  act: {
    '@media (max-width: 639px)': {
      minWidth: 0,
      paddingLeft: tokens.spacingHorizontalM,
      paddingRight: tokens.spacingHorizontalM,
    },
  },
});

type Open = 'approve' | 'reject' | 'delegate' | 'cancel' | undefined;

/** The reader's actions on a pending request: decide as an approver or administrator, withdraw as the requester. */
export function DecisionBar({ approval }: { approval: Approval }) {
  const styles = useStyles();
  const text = useMessages();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { isRequester, isTheirTurn, mayDecide } = useTurn(approval);
  if (!mayDecide && !isRequester) return null;
  return (
    <div className={styles.bar}>
      {mayDecide && (
        <>
          <Button appearance="primary" size="large" className={styles.act} onClick={() => setOpen('approve')}>
            {text('decide.approve')}
          </Button>
          <Button size="large" className={styles.act} onClick={() => setOpen('reject')}>
            {text('decide.reject')}
          </Button>
        </>
      )}
      {isTheirTurn && (
        <Button size="large" className={styles.act} appearance="subtle" onClick={() => setOpen('delegate')}>
          {text('decide.delegate')}
        </Button>
      )}
      {isRequester && (
        <Button size="large" className={styles.act} onClick={() => setOpen('cancel')}>
          {text('decide.cancel')}
        </Button>
      )}
      {open === 'approve' && <ApproveDialog approval={approval} onClose={close} />}
      {open === 'delegate' && <DelegateDialog approval={approval} onClose={close} />}
      {(open === 'reject' || open === 'cancel') && (
        <MessageDialog approval={approval} kind={open} onClose={close} />
      )}
    </div>
  );
}
