import type { Approval } from '@charter/sdk';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { DelegateDialog } from './DelegateDialog.tsx';
import { useDecisionRights } from './decision-rights.ts';
import { MessageDialog, type MessageKind } from './MessageDialog.tsx';
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
    [PHONE_SCREEN]: {
      minWidth: 0,
      paddingLeft: tokens.spacingHorizontalM,
      paddingRight: tokens.spacingHorizontalM,
    },
  },
});

interface DecisionBarProps {
  approval: Approval;
  /** Called when the service has recorded the decision. */
  onDecided: (kind: Decision['kind']) => void;
}

/**
 * The reader's actions on a pending request: decide and ask as an approver or administrator, answer and withdraw as the
 * requester.
 */
export function DecisionBar({ approval, onDecided }: DecisionBarProps) {
  const styles = useStyles();
  const text = useMessages();
  const rights = useDecisionRights(approval);
  const { isRequester, isApprover, mayDecide } = rights;
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
  const write = (kind: MessageKind) =>
    openDialog((close) => (
      <MessageDialog approval={approval} kind={kind} onDone={after(close, kind)} onClose={close} />
    ));
  return (
    <div className={styles.bar}>
      {mayDecide && (
        <>
          {rights.mayApprove && (
            <Button appearance="primary" size="large" className={styles.act} onClick={approve}>
              {text('decide.approve')}
            </Button>
          )}
          <Button size="large" className={styles.act} onClick={() => write('reject')}>
            {text('decide.reject')}
          </Button>
          {rights.mayAsk && (
            <Button size="large" className={styles.act} onClick={() => write('ask')}>
              {text('decide.ask')}
            </Button>
          )}
          {rights.mayWithdrawQuestion && (
            <Button size="large" className={styles.act} onClick={() => write('withdraw')}>
              {text('decide.withdraw')}
            </Button>
          )}
        </>
      )}
      {isApprover && (
        <Button size="large" className={styles.act} appearance="subtle" onClick={delegate}>
          {text('decide.delegate')}
        </Button>
      )}
      {rights.mayAnswer && (
        <Button appearance="primary" size="large" className={styles.act} onClick={() => write('answer')}>
          {text('decide.answer')}
        </Button>
      )}
      {isRequester && (
        <Button size="large" className={styles.act} onClick={() => write('cancel')}>
          {text('decide.cancel')}
        </Button>
      )}
    </div>
  );
}
