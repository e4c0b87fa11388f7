import type { Job } from '@charter/sdk';
import { Body1, Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { useJobName } from './job-name.ts';
import { useJobActions } from './use-job.ts';

/** Asks for confirmation: says when the job ends, and offers to delete what it has built so far. */
export function CancelDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const text = useMessages();
  const { cancel } = useJobActions(job.id);
  const [remove, setRemove] = useState(false);
  const name = useJobName()(job);
  const isBulk = job.bulk !== undefined;
  const mayRemove = job.type === 'TeamProvisioning' && (job.status === 'active' || job.status === 'delayed');
  const send = () =>
    cancel.mutate(remove, {
      onSuccess: ({ status }) => {
        notify(text(status === 'failed' ? 'jobs.cancelled' : 'jobs.cancelAsked'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      danger={remove}
      title={text(isBulk ? 'jobs.stopTitle' : 'jobs.cancelTitle', { name })}
      action={text(isBulk ? 'jobs.stop' : 'jobs.cancel')}
      isSending={cancel.isPending}
      error={cancel.error}
      onSend={send}
      onClose={onClose}
    >
      <Body1 as="p" block>
        {text(
          isBulk ? 'jobs.stopAction' : job.status === 'active' ? 'jobs.cancelActive' : 'jobs.cancelAtOnce',
        )}
        {job.status === 'paused' && ` ${text('jobs.cancelPaused')}`}
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
