import type { TeamChannel } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { dismiss, notify } from '../../components/notice-list.ts';
import { useReason } from '../../components/problems.ts';
import { type ChannelChange, useChannelActions } from './channel-queries.ts';

interface ArchiveChannelDialogProps {
  teamId: string;
  channel: TeamChannel;
  change: ChannelChange;
  onClose: () => void;
}

/** Asks for confirmation before it archives or unarchives a channel. */
export function ArchiveChannelDialog({ teamId, channel, change, onClose }: ArchiveChannelDialogProps) {
  const text = useMessages();
  const reasonOf = useReason();
  const actions = useChannelActions(teamId);
  const { id: channelId, displayName: name } = channel;
  /** Shows a notice about the job, and another about its end, even after the dialog has closed. */
  const follow = async (jobId: string): Promise<void> => {
    const notice = notify(text(`channels.changing.${change}`, { name }), 'info');
    try {
      await actions.waitForChange(jobId);
      notify(text(`channels.changed.${change}`, { name }));
    } catch (error) {
      notify(text(`channels.changeFailed.${change}`, { name, reason: reasonOf(error) }), 'error');
    }
    dismiss(notice);
  };
  const done = (jobId: string) => {
    onClose();
    void follow(jobId);
  };
  const send = () => void actions.change.mutateAsync({ channelId, change }).then(done, () => undefined);
  return (
    <ConfirmDialog
      title={text(`channels.title.${change}`, { name })}
      action={text(`teams.change.${change}`)}
      isSending={actions.change.isPending}
      error={actions.change.error}
      onSend={send}
      onClose={onClose}
    >
      {text(`channels.detail.${change}`)}
    </ConfirmDialog>
  );
}
