import { Field, Input } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { problemsOf } from '../../components/problems.ts';
import { type ChosenPerson, PeoplePicker } from './PeoplePicker.tsx';

interface StayFieldsProps {
  /** The last day of the stay, in the format of a date field; empty for no end. */
  day: string;
  onDay: (day: string) => void;
  sponsor: readonly ChosenPerson[];
  onSponsor: (sponsor: readonly ChosenPerson[]) => void;
  /** Called with true when the sponsor's field has people who need a correction, and with false when it has none. */
  onOpen?: (isOpen: boolean) => void;
  error: Error | null;
}

/** The fields for the end of a guest's stay, and for the sponsor, with the problems of a rejected request. */
export function StayFields({ day, onDay, sponsor, onSponsor, onOpen, error }: StayFieldsProps) {
  const text = useMessages();
  const problemAt = problemsOf(error);
  return (
    <>
      <Field label={text('members.end')} hint={text('members.endHint')} {...problemAt('endDateTime')}>
        <Input type="date" value={day} onChange={(_event, { value }) => onDay(value)} />
      </Field>
      <PeoplePicker
        label={text('members.sponsor')}
        hint={text('members.sponsorHint')}
        most={1}
        chosen={sponsor}
        onChange={onSponsor}
        {...(onOpen && { onOpen })}
        problem={problemAt('sponsor').validationMessage}
      />
    </>
  );
}
