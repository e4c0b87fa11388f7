import { Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { DecisionDialogProps } from './ApproveDialog.tsx';
import { ConcurrentDecisionNotice, useConcurrentDecision } from './ConcurrentDecisionNotice.tsx';
import { useDecide } from './queries.ts';

/** Rejects the request with a reason, or withdraws it. */
export function MessageDialog(props: DecisionDialogProps & { kind: 'reject' | 'cancel' }) {
  const { approval, kind, onDone, onClose } = props;
  const text = useMessages();
  const decide = useDecide(approval);
  const [message, setMessage] = useState('');
  const overtaking = useConcurrentDecision(approval, decide.error);
  const needsReason = kind === 'reject';
  return (
    <FormDialog
      title={text(`decide.${kind}Title`, { name: approval.request.team.name })}
      action={text(`decide.${kind}`)}
      isSending={decide.isPending}
      error={overtaking.isRejected ? null : decide.error}
      remedy={
        <ConcurrentDecisionNotice {...overtaking} seen={approval} kind={kind} hasText={message !== ''} />
      }
      canSend={!overtaking.isRejected && (!needsReason || message.trim() !== '')}
      onSend={() =>
        decide.mutate(kind === 'reject' ? { kind, message } : { kind, ...(message && { message }) }, {
          onSuccess: onDone,
        })
      }
      onClose={onClose}
    >
      <Field label={text(needsReason ? 'decide.reason' : 'decide.approversMessage')} required={needsReason}>
        <Textarea value={message} maxLength={2048} onChange={(_event, { value }) => setMessage(value)} />
      </Field>
    </FormDialog>
  );
}
