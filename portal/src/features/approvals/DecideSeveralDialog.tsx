import type { Approval } from '@charter/sdk';
import { Body1, Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useReason } from '../../components/problems.ts';
import { VerdictList } from '../../components/VerdictList.tsx';
import { useDecideSeveral } from './queries.ts';
import { requestedName } from './requested-name.ts';

interface DecideSeveralDialogProps {
  kind: 'approve' | 'reject';
  approvals: readonly Approval[];
  onClose: () => void;
}

/** Approves or rejects several requests with one message, and shows the result of each. */
export function DecideSeveralDialog({ kind, approvals, onClose }: DecideSeveralDialogProps) {
  const text = useMessages();
  const reasonOf = useReason();
  const decide = useDecideSeveral();
  const [message, setMessage] = useState('');
  const results = decide.data;
  const isReject = kind === 'reject';
  const count = approvals.length;
  return (
    <FormDialog
      title={text(`decide.several.${kind}`, { count })}
      action={results === undefined ? text(`decide.${kind}`) : text('action.done')}
      isSending={decide.isPending}
      error={decide.error}
      canSend={!isReject || message.trim() !== '' || results !== undefined}
      onSend={() => {
        if (results === undefined) decide.mutate({ kind, approvals, message });
        else onClose();
      }}
      onClose={onClose}
    >
      {results === undefined ? (
        <>
          <Body1>{approvals.map(requestedName).join(', ')}</Body1>
          <Field label={text(isReject ? 'decide.reason' : 'decide.message')} required={isReject}>
            <Textarea value={message} maxLength={2048} onChange={(_event, { value }) => setMessage(value)} />
          </Field>
        </>
      ) : (
        <VerdictList
          verdicts={results.map(({ approval, error }) => {
            const name = requestedName(approval);
            return error === undefined
              ? { outcome: 'passed' as const, message: text(`decide.several.done.${kind}`, { name }) }
              : {
                  outcome: 'violated' as const,
                  message: text('decide.several.failed', { name, error: reasonOf(error) }),
                };
          })}
        />
      )}
    </FormDialog>
  );
}
