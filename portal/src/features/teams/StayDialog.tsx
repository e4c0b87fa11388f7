import type { TeamMember, TeamSummary } from '@charter/sdk';
import { useState } from 'react';
import { endOfDay } from '../../base/expiry.ts';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import type { ChosenPerson } from '../users/PeoplePicker.tsx';
import { StayFields } from '../users/StayFields.tsx';
import { useMemberActions } from './member-actions.ts';

/** Returns the day of a time in the person's time zone, in the format of a date field. */
function dayOf(time: string | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** Changes the end of a guest's stay, and the sponsor. */
export function StayDialog(props: { team: TeamSummary; member: TeamMember; onClose: () => void }) {
  const { team, member, onClose } = props;
  const text = useMessages();
  const { setStay } = useMemberActions(team.id);
  const [day, setDay] = useState(dayOf(member.endDateTime));
  const [sponsor, setSponsor] = useState<readonly ChosenPerson[]>(member.sponsor ? [member.sponsor] : []);
  const isNewDay = day !== dayOf(member.endDateTime);
  const isNewSponsor = sponsor[0]?.id !== member.sponsor?.id;
  const send = () => {
    const [chosen] = sponsor;
    setStay.mutate(
      {
        id: member.id,
        ...(isNewDay && { endDateTime: day === '' ? null : endOfDay(day) }),
        ...(isNewSponsor && { sponsor: chosen === undefined ? null : { id: chosen.id } }),
      },
      {
        onSuccess: () => {
          notify(text('members.done.stay', { name: member.displayName }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={text('members.stayTitle', { name: member.displayName })}
      action={text('action.save')}
      isSending={setStay.isPending}
      error={setStay.error}
      canSend={isNewDay || isNewSponsor}
      onSend={send}
      onClose={onClose}
    >
      <StayFields day={day} onDay={setDay} sponsor={sponsor} onSponsor={setSponsor} error={setStay.error} />
    </FormDialog>
  );
}
