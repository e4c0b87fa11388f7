import type { AddedTeamMembers, TeamSummary } from '@charter/sdk';
import { Caption1, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { type ChosenPerson, PeoplePicker } from '../users/PeoplePicker.tsx';
import { useOpenLists } from '../users/use-open-lists.ts';
import { useMemberActions } from './member-actions.ts';

export function AddMembersDialog({ team, onClose }: { team: TeamSummary; onClose: () => void }) {
  const text = useMessages();
  const { add } = useMemberActions(team.id);
  const [owners, setOwners] = useState<readonly ChosenPerson[]>([]);
  const [members, setMembers] = useState<readonly ChosenPerson[]>([]);
  const open = useOpenLists();
  const [sponsor, setSponsor] = useState<readonly ChosenPerson[]>([]);
  const [named] = sponsor;
  // The service ignores the sponsor of people who are not guests.
  const people = [
    ...owners.map(({ id }) => ({ id, role: 'owner' as const })),
    ...members.map(({ id }) => ({
      id,
      role: 'member' as const,
      ...(named !== undefined && { sponsor: { id: named.id } }),
    })),
  ];
  const nameOf = (userId: string) =>
    [...owners, ...members].find(({ id }) => id === userId)?.displayName ?? userId;
  const rejected = (add.data ?? []).filter(({ error }) => error !== undefined);
  /** Closes the dialog when everybody was added. Otherwise it keeps the people who were not, with the reasons. */
  const done = (results: AddedTeamMembers['value']) => {
    const added = new Set(results.filter(({ error }) => error === undefined).map(({ userId }) => userId));
    if (added.size > 0) notify(text('members.added', { count: added.size }));
    if (results.every(({ error }) => error === undefined)) return onClose();
    setOwners(owners.filter(({ id }) => !added.has(id)));
    setMembers(members.filter(({ id }) => !added.has(id)));
  };
  return (
    <FormDialog
      title={text('members.addTitle', { name: team.displayName })}
      action={text('members.add')}
      isSending={add.isPending}
      error={add.error}
      canSend={people.length > 0 && !open.isOpen}
      onSend={() => add.mutate(people, { onSuccess: done })}
      onClose={onClose}
    >
      <PeoplePicker
        label={text('team.members')}
        hint={text('members.guestHint')}
        chosen={members}
        onChange={setMembers}
        onOpen={open.of('members')}
      />
      <PeoplePicker
        label={text('team.owners')}
        chosen={owners}
        onChange={setOwners}
        onOpen={open.of('owners')}
      />
      <PeoplePicker
        label={text('members.sponsor')}
        hint={text('members.sponsorOfNew')}
        most={1}
        chosen={sponsor}
        onChange={setSponsor}
        onOpen={open.of('sponsor')}
      />
      {open.isOpen && <Caption1 role="status">{text('people.list.open')}</Caption1>}
      {rejected.map(({ userId, error }) => (
        <MessageBar key={userId} intent="error" layout="multiline" role="alert">
          <MessageBarBody>
            {text('members.notAdded', { name: nameOf(userId), reason: error?.message ?? '' })}
          </MessageBarBody>
        </MessageBar>
      ))}
    </FormDialog>
  );
}
