import { Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import type { ChosenPerson } from '../users/PeoplePicker.tsx';
import { PeoplePicker } from '../users/PeoplePicker.tsx';
import type { DecisionDialogProps } from './ApproveDialog.tsx';
import { ConcurrentDecisionNotice, useConcurrentDecision } from './ConcurrentDecisionNotice.tsx';
import { useDecide } from './queries.ts';

/** Delegates the reader's decision to a deputy. */
export function DelegateDialog({ approval, onDone, onClose }: DecisionDialogProps) {
  const text = useMessages();
  const decide = useDecide(approval);
  const [deputies, setDeputies] = useState<readonly ChosenPerson[]>([]);
  const [message, setMessage] = useState('');
  const overtaking = useConcurrentDecision(approval, decide.error);
  const deputy = deputies[0];
  return (
    <FormDialog
      title={text('decide.delegateTitle')}
      action={text('decide.delegate')}
      isSending={decide.isPending}
      error={overtaking.isRejected ? null : decide.error}
      remedy={
        <ConcurrentDecisionNotice {...overtaking} seen={approval} kind="delegate" hasText={message !== ''} />
      }
      canSend={!overtaking.isRejected && deputy !== undefined}
      onSend={() => {
        if (deputy === undefined) return;
        decide.mutate(
          { kind: 'delegate', deputy: deputy.id, ...(message && { message }) },
          { onSuccess: onDone },
        );
      }}
      onClose={onClose}
    >
      <PeoplePicker
        label={text('decide.deputy')}
        required
        most={1}
        chosen={deputies}
        onChange={setDeputies}
      />
      <Field label={text('decide.deputyMessage')}>
        <Textarea value={message} maxLength={2048} onChange={(_event, { value }) => setMessage(value)} />
      </Field>
    </FormDialog>
  );
}
