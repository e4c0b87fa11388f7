import { CharterApiError, type TeamSummary } from '@charter/sdk';
import { Field, Input, Textarea } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ConflictBar } from '../../components/ConflictBar.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { problemsOf } from '../../components/problems.ts';
import { useTeamActions } from './queries.ts';
import { type Rename, type TeamAsRead, useReadTeam, useTeamToRename } from './rename.ts';

interface RenameDialogProps {
  team: TeamSummary;
  onClose: () => void;
}

/** The fields that the person has changed. */
interface TypedFields {
  name?: string;
  description?: string;
}

/** Returns only the changed fields, so that the save keeps other people's changes to the rest. */
const patchOf = ({ name, description }: TypedFields): Rename => ({
  ...(name !== undefined && { displayName: name }),
  ...(description !== undefined && { description: description.trim() === '' ? null : description }),
});

const isChanged = (error: unknown): boolean => error instanceof CharterApiError && error.status === 412;

/**
 * Changes name and description of a team. The service checks names against the policies. Asks before it overwrites a
 * change that somebody else has made meanwhile.
 */
export function RenameDialog({ team, onClose }: RenameDialogProps) {
  const text = useMessages();
  const present = useTeamToRename(team);
  const { rename } = useTeamActions(team);
  const load = useMutation({ mutationFn: useReadTeam(team) });
  const [typed, setTyped] = useState<TypedFields>({});
  const read = load.data ?? present.data;
  // The list entry fills the fields until the team is read.
  const base = read ?? team;
  const { name = base.displayName, description = base.description ?? '' } = typed;
  const change = (changed: TypedFields) => setTyped({ ...typed, ...changed });
  const send = ({ etag }: TeamAsRead) =>
    rename.mutate({ patch: patchOf(typed), over: etag }, { onSuccess: onClose });
  const takeTheirs = () => {
    setTyped({});
    rename.reset();
  };
  const problemOf = problemsOf(rename.error);
  return (
    <FormDialog
      title={text('teamPage.renameTitle', { name: team.displayName })}
      action={text('action.save')}
      isSending={rename.isPending || load.isPending}
      error={present.error ?? load.error ?? rename.error}
      remedy={
        isChanged(rename.error) && (
          <ConflictBar
            onSaveMine={() => load.mutate(undefined, { onSuccess: send })}
            onTakeTheirs={() => load.mutate(undefined, { onSuccess: takeTheirs })}
          />
        )
      }
      canSend={read !== undefined && name.trim() !== '' && Object.keys(typed).length > 0}
      onSend={() => read && send(read)}
      onClose={onClose}
    >
      <Field label={text('team.name')} required {...problemOf('displayName')}>
        <Input value={name} maxLength={264} onChange={(_event, { value }) => change({ name: value })} />
      </Field>
      <Field label={text('team.description')} {...problemOf('description')}>
        <Textarea
          value={description}
          maxLength={1024}
          onChange={(_event, { value }) => change({ description: value })}
        />
      </Field>
    </FormDialog>
  );
}
