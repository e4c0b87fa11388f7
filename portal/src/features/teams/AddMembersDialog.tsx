import type { TeamSummary } from '@charter/sdk';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { type ChosenPerson, PeoplePicker } from '../users/PeoplePicker.tsx';
import { useMemberActions } from './queries.ts';

export function AddMembersDialog({ team, onClose }: { team: TeamSummary; onClose: () => void }) {
  const text = useMessages();
  const { add } = useMemberActions(team.id);
  const [owners, setOwners] = useState<readonly ChosenPerson[]>([]);
  const [members, setMembers] = useState<readonly ChosenPerson[]>([]);
  const people = [
    ...owners.map(({ id }) => ({ id, role: 'owner' as const })),
    ...members.map(({ id }) => ({ id, role: 'member' as const })),
  ];
  const done = () => {
    notify(text('members.added', { count: people.length }));
    onClose();
  };
  return (
    <FormDialog
      title={text('members.addTitle', { name: team.displayName })}
      action={text('members.add')}
      isSending={add.isPending}
      error={add.error}
      canSend={people.length > 0}
      onSend={() => add.mutate(people, { onSuccess: done })}
      onClose={onClose}
    >
      <PeoplePicker
        label={text('team.members')}
        hint={text('members.guestHint')}
        chosen={members}
        onChange={setMembers}
      />
      <PeoplePicker label={text('team.owners')} chosen={owners} onChange={setOwners} />
    </FormDialog>
  );
}
