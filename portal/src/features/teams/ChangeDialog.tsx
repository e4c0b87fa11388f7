import type { TeamSummary } from '@charter/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { dismiss, notify } from '../../components/notice-list.ts';
import { useReason } from '../../components/problems.ts';
import { type TeamChange, useTeamActions } from './queries.ts';

interface ChangeDialogProps {
  team: TeamSummary;
  change: TeamChange;
  /** Whether the team is one of a list, which stays open when the team is deleted. */
  isOnList?: boolean;
  onClose: () => void;
}

/** Asks for confirmation of a change. For archiving and deletion, the person must type the team's name. */
export function ChangeDialog({ team, change, isOnList = false, onClose }: ChangeDialogProps) {
  const text = useMessages();
  const navigate = useNavigate();
  const reasonOf = useReason();
  const actions = useTeamActions(team);
  const { displayName: name } = team;
  /** Shows a notice about the job, and another about its end, even after the dialog has closed. */
  const follow = async (jobId: string, begun: Exclude<TeamChange, 'delete'>): Promise<void> => {
    const notice = notify(text(`teams.changing.${begun}`, { name }), 'info');
    try {
      await actions.waitForChange(jobId);
      notify(text(`teams.changed.${begun}`, { name }));
    } catch (error) {
      notify(text(`teams.changeFailed.${begun}`, { name, reason: reasonOf(error) }), 'error');
    }
    dismiss(notice);
  };
  const done = (jobId: string | undefined) => {
    onClose();
    if (change !== 'delete') return jobId === undefined ? undefined : void follow(jobId, change);
    notify(text('teams.changed.delete', { name }));
    if (!isOnList) void navigate({ to: '/teams' });
  };
  // A callback of `mutate` would be lost, because the page of a deleted team closes first.
  const send = () => void actions.change.mutateAsync(change).then(done, () => undefined);
  return (
    <ConfirmDialog
      danger={change === 'delete'}
      title={text(`teams.title.${change}`, { name: team.displayName })}
      action={text(`teams.change.${change}`)}
      isSending={actions.change.isPending}
      error={actions.change.error}
      {...(change !== 'unarchive' && { typed: team.displayName })}
      onSend={send}
      onClose={onClose}
    >
      {text(`teams.detail.${change}`, { count: 1 })}
    </ConfirmDialog>
  );
}
