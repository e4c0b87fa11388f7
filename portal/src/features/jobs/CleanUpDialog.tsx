import type { Job } from '@charter/sdk';
import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { useJob, useJobActions } from './use-job.ts';

/** Asks for confirmation before the objects that a failed job created are deleted, and follows the job meanwhile. */
export function CleanUpDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const text = useMessages();
  const { cleanUp } = useJobActions(job.id);
  const { status } = useJob(job.id).data ?? job;
  const isRetried = status !== 'failed' && !cleanUp.isPending && cleanUp.data !== true;
  const send = () =>
    cleanUp.mutate(undefined, {
      onSuccess: (isRequested) => {
        if (!isRequested) return;
        notify(text('jobs.cleaning'), 'info');
        onClose();
      },
    });
  return (
    <ConfirmDialog
      danger
      title={text('jobs.cleanUp')}
      action={text('action.delete')}
      isSending={cleanUp.isPending}
      error={cleanUp.error}
      canSend={!isRetried}
      remedy={
        isRetried && (
          <MessageBar intent="warning" layout="multiline" role="alert">
            <MessageBarBody>{text('jobs.retriedByOther')}</MessageBarBody>
          </MessageBar>
        )
      }
      onSend={send}
      onClose={onClose}
    >
      <p>{text('jobs.cleanUpDetail')}</p>
      <ul>
        {job.data.built?.map(({ type, id, displayName }) => (
          <li key={`${type} ${id ?? displayName}`}>{displayName}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
