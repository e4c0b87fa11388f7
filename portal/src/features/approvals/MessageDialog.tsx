import { Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { DecisionDialogProps } from './ApproveDialog.tsx';
import { ConcurrentDecisionNotice, useConcurrentDecision } from './ConcurrentDecisionNotice.tsx';
import { type Decision, useDecide } from './queries.ts';
import { requestedName } from './requested-name.ts';

/** The decisions and remarks whose dialog has only a text field. */
export type MessageKind = Exclude<Decision['kind'], 'approve' | 'delegate'>;

const LABELS = {
  reject: 'decide.reason',
  cancel: 'decide.approversMessage',
  ask: 'decide.askLabel',
  answer: 'decide.answerLabel',
  withdraw: 'decide.withdrawLabel',
  comment: 'decide.commentLabel',
} as const;

/** Rejects or withdraws the request, asks its requester, answers, withdraws the question, or comments. */
export function MessageDialog(props: DecisionDialogProps & { kind: MessageKind }) {
  const { approval, kind, onDone, onClose } = props;
  const text = useMessages();
  const decide = useDecide(approval);
  const [message, setMessage] = useState('');
  const overtaking = useConcurrentDecision(approval, decide.error);
  const needsText = kind !== 'cancel' && kind !== 'withdraw';
  return (
    <FormDialog
      title={text(`decide.${kind}Title`, { name: requestedName(approval) })}
      action={text(`decide.${kind}`)}
      isSending={decide.isPending}
      error={overtaking.isRejected ? null : decide.error}
      remedy={
        <ConcurrentDecisionNotice {...overtaking} seen={approval} kind={kind} hasText={message !== ''} />
      }
      canSend={!overtaking.isRejected && (!needsText || message.trim() !== '')}
      onSend={() =>
        decide.mutate(
          kind === 'cancel' || kind === 'withdraw'
            ? { kind, ...(message && { message }) }
            : { kind, message },
          { onSuccess: onDone },
        )
      }
      onClose={onClose}
    >
      <Field label={text(LABELS[kind])} required={needsText}>
        <Textarea value={message} maxLength={2048} onChange={(_event, { value }) => setMessage(value)} />
      </Field>
    </FormDialog>
  );
}
