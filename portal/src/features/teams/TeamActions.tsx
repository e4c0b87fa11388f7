import type { TeamSummary } from '@charter/sdk';
import { Button } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { useTeamPermissions } from './permissions.ts';
import type { TeamChange } from './queries.ts';
import { RenameDialog } from './RenameDialog.tsx';

/** The actions on a team as a whole. */
export function TeamActions({ team }: { team: TeamSummary }) {
  const text = useMessages();
  const { canManage, canRename } = useTeamPermissions(team);
  const changes: TeamChange[] = [team.isArchived ? 'unarchive' : 'archive', 'delete'];
  const rename = () => openDialog((close) => <RenameDialog team={team} onClose={close} />);
  return (
    <>
      {canRename && <Button onClick={rename}>{text('teamPage.rename')}</Button>}
      {canManage &&
        changes.map((change, place) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: the button of the opposite change takes its place and its focus
            key={place}
            onClick={() =>
              openDialog((close) => <ChangeDialog team={team} change={change} onClose={close} />)
            }
          >
            {text(`teams.change.${change}`)}
          </Button>
        ))}
    </>
  );
}
