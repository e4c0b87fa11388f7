import type { Job } from '@charter/sdk';
import { Body1, Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { cancelTextsOf } from './cancel-words.ts';
import { useJobName } from './job-name.ts';
import { useJobActions } from './use-job.ts';

/** Asks for confirmation: says when the job ends, and offers to delete what it has built so far. */
export function CancelDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const text = useMessages();
  const { cancel } = useJobActions(job.id);
  const [remove, setRemove] = useState(false);
  const name = useJobName()(job);
  const words = cancelTextsOf(job);
  const mayRemove = job.type === 'TeamProvisioning' && (job.status === 'active' || job.status === 'delayed');
  const send = () =>
    cancel.mutate(remove, {
      onSuccess: ({ status }) => {
        const ended = job.status === 'paused' ? 'decided.cancel' : 'jobs.cancelled';
        notify(text(status === 'failed' ? ended : 'jobs.cancelAsked'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      danger={remove}
      title={text(words.title, { name })}
      action={text(words.action)}
      isSending={cancel.isPending}
      error={cancel.error}
      onSend={send}
      onClose={onClose}
    >
      <Body1 as="p" block>
        {text(words.detail)}
      </Body1>
      {mayRemove && (
        <>
          <Body1 as="p" block>
            {text('jobs.stays')}
          </Body1>
          <Checkbox
            label={text('jobs.remove', { name })}
            checked={remove}
            onChange={(_event, { checked }) => setRemove(checked === true)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
