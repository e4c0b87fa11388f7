import type { Job } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { useJobActions } from './use-job.ts';

/** Asks for confirmation before the objects that a failed job created are deleted. */
export function CleanUpDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const text = useMessages();
  const { cancel } = useJobActions(job.id);
  const send = () =>
    cancel.mutate(true, {
      onSuccess: () => {
        notify(text('jobs.cleaning'), 'info');
        onClose();
      },
    });
  return (
    <ConfirmDialog
      danger
      title={text('jobs.cleanUp')}
      action={text('action.delete')}
      isSending={cancel.isPending}
      error={cancel.error}
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
