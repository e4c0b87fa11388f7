import type { Approval } from '@charter/sdk';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { DelegateDialog } from './DelegateDialog.tsx';
import { useDecisionRights } from './decision-rights.ts';
import { MessageDialog } from './MessageDialog.tsx';
import type { Decision } from './queries.ts';

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

interface DecisionBarProps {
  approval: Approval;
  /** Called after a decision that the service has counted. */
  onDecided: (kind: Decision['kind']) => void;
}

/** The reader's actions on a pending request: decide as an approver or administrator, withdraw as the requester. */
export function DecisionBar({ approval, onDecided }: DecisionBarProps) {
  const styles = useStyles();
  const text = useMessages();
  const { isRequester, isApprover, mayDecide } = useDecisionRights(approval);
  if (!mayDecide && !isRequester) return null;
  const after = (close: () => void, kind: Decision['kind']) => () => {
    onDecided(kind);
    close();
  };
  const approve = () =>
    openDialog((close) => (
      <ApproveDialog approval={approval} onDone={after(close, 'approve')} onClose={close} />
    ));
  const delegate = () =>
    openDialog((close) => (
      <DelegateDialog approval={approval} onDone={after(close, 'delegate')} onClose={close} />
    ));
  const end = (kind: 'reject' | 'cancel') =>
    openDialog((close) => (
      <MessageDialog approval={approval} kind={kind} onDone={after(close, kind)} onClose={close} />
    ));
  return (
    <div className={styles.bar}>
      {mayDecide && (
        <>
          <Button appearance="primary" size="large" className={styles.act} onClick={approve}>
            {text('decide.approve')}
          </Button>
          <Button size="large" className={styles.act} onClick={() => end('reject')}>
            {text('decide.reject')}
          </Button>
        </>
      )}
      {isApprover && (
        <Button size="large" className={styles.act} appearance="subtle" onClick={delegate}>
          {text('decide.delegate')}
        </Button>
      )}
      {isRequester && (
        <Button size="large" className={styles.act} onClick={() => end('cancel')}>
          {text('decide.cancel')}
        </Button>
      )}
    </div>
  );
}
