import type { TeamSummary } from '@charter/sdk';
import { Field, Input, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../app/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { problemsOf } from '../../components/problems.ts';
import { useTeamActions } from './queries.ts';

/** Changes name and description of a team. The service checks the policies for names. */
export function RenameDialog({ team, onClose }: { team: TeamSummary; onClose: () => void }) {
  const text = useMessages();
  const { rename } = useTeamActions(team.id);
  const [name, setName] = useState(team.displayName);
  const [description, setDescription] = useState(team.description ?? '');
  const problemOf = problemsOf(rename.error);
  return (
    <FormDialog
      title={text('teamPage.renameTitle', { name: team.displayName })}
      action={text('action.save')}
      isSending={rename.isPending}
      error={rename.error}
      canSend={name.trim() !== ''}
      onSend={() =>
        rename.mutate(
          { displayName: name, description: description.trim() === '' ? null : description },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Field label={text('team.name')} required {...problemOf('displayName')}>
        <Input value={name} maxLength={264} onChange={(_event, { value }) => setName(value)} />
      </Field>
      <Field label={text('team.description')} {...problemOf('description')}>
        <Textarea
          value={description}
          maxLength={1024}
          onChange={(_event, { value }) => setDescription(value)}
        />
      </Field>
    </FormDialog>
  );
}
