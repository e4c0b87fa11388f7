import type { TeamMember, TeamSummary } from '@charter/sdk';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { PHONE_SCREEN } from '../../components/narrow-screen.ts';
import { notify } from '../../components/notice-list.ts';
import { useMe } from '../me/queries.ts';
import { useMemberActions } from './member-actions.ts';
import { useTeamPermissions } from './permissions.ts';
import { StayDialog } from './StayDialog.tsx';

type Act = 'promote' | 'demote' | 'remove' | 'leave';
type Offered = Act | 'changeStay';

const useStyles = makeStyles({
  act: { [PHONE_SCREEN]: { minHeight: '44px' } },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

interface MemberActionsProps {
  team: TeamSummary;
  member: TeamMember;
  role: 'owner' | 'member' | 'guest';
}

/** The person's actions on a membership. Permanent members can't be removed. */
export function MemberActions({ team, member, role }: MemberActionsProps) {
  const styles = useStyles();
  const text = useMessages();
  const me = useMe().data?.id;
  const { canWrite } = useTeamPermissions(team);
  const { permanent = [] } = member;
  const isPermanentOwner = permanent.some((reason) => reason.role === 'owner');
  const isSelf = member.userId === me;
  const acts: Offered[] = [];
  if (canWrite && role === 'member') acts.push('promote');
  if (canWrite && role === 'owner' && !isPermanentOwner) acts.push('demote');
  if (canWrite && role === 'guest') acts.push('changeStay');
  if (permanent.length === 0 && isSelf && !team.isArchived) acts.push('leave');
  else if (permanent.length === 0 && canWrite) acts.push('remove');
  return (
    <span className={styles.actions}>
      {acts.map((act) => (
        <Button
          key={act}
          size="small"
          className={styles.act}
          aria-label={text('members.label', { action: text(`members.${act}`), name: member.displayName })}
          onClick={() =>
            openDialog((close) =>
              act === 'changeStay' ? (
                <StayDialog team={team} member={member} onClose={close} />
              ) : (
                <MemberDialog team={team} member={member} act={act} onClose={close} />
              ),
            )
          }
        >
          {text(`members.${act}`)}
        </Button>
      ))}
    </span>
  );
}

/** Describes the change to the membership and asks for confirmation. */
function MemberDialog(props: { team: TeamSummary; member: TeamMember; act: Act; onClose: () => void }) {
  const { team, member, act, onClose } = props;
  const text = useMessages();
  const { setRole, remove } = useMemberActions(team.id);
  const isRoleChange = act === 'promote' || act === 'demote';
  const names = { name: member.displayName, team: team.displayName };
  const done = () => {
    notify(text(`members.done.${act}`, names));
    onClose();
  };
  const send = () => {
    if (isRoleChange) {
      setRole.mutate({ id: member.id, role: act === 'promote' ? 'owner' : 'member' }, { onSuccess: done });
    } else remove.mutate(member.id, { onSuccess: done });
  };
  return (
    <ConfirmDialog
      danger={!isRoleChange}
      title={text('members.label', { action: text(`members.${act}`), name: member.displayName })}
      action={text(`members.${act}`)}
      isSending={setRole.isPending || remove.isPending}
      error={setRole.error ?? remove.error}
      onSend={send}
      onClose={onClose}
    >
      {text(`members.detail.${act}`, names)}
    </ConfirmDialog>
  );
}
