import type { JoinRequest } from '@charter/sdk';
import { Field, Textarea } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { endOfDay } from '../../base/expiry.ts';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import type { ChosenPerson } from '../users/PeoplePicker.tsx';
import { StayFields } from '../users/StayFields.tsx';
import { useOpenLists } from '../users/use-open-lists.ts';
import { useJoinActions } from './queries.ts';

const MAX_CHARACTERS = 500;

interface DialogProps {
  request: JoinRequest;
  onClose: () => void;
}

const namesOf = ({ person, team }: JoinRequest) => ({ person: person.displayName, team: team.displayName });

/** Accepts the request of a guest, whose stay may need an end or a sponsor. */
export function AcceptGuestDialog({ request, onClose }: DialogProps) {
  const text = useMessages();
  const { accept } = useJoinActions();
  const names = namesOf(request);
  const [day, setDay] = useState('');
  const [sponsor, setSponsor] = useState<readonly ChosenPerson[]>([]);
  const [message, setMessage] = useState('');
  const open = useOpenLists();
  const [chosen] = sponsor;
  const accepting = useMutation({
    mutationFn: () =>
      accept(request.id, {
        message,
        ...(day !== '' && { endDateTime: endOfDay(day) }),
        ...(chosen !== undefined && { sponsor: { id: chosen.id } }),
      }),
    onSuccess: () => {
      notify(text('joinRequest.done.accept', names));
      onClose();
    },
  });
  return (
    <FormDialog
      title={text('joinRequest.acceptPerson', names)}
      action={text('ownerRequest.accept')}
      isSending={accepting.isPending}
      error={accepting.error}
      canSend={!open.isOpen}
      onSend={() => accepting.mutate()}
      onClose={onClose}
    >
      <StayFields
        day={day}
        onDay={setDay}
        sponsor={sponsor}
        onSponsor={setSponsor}
        onOpen={open.of('sponsor')}
        error={accepting.error}
      />
      <MessageField name={names.person} value={message} onChange={setMessage} />
    </FormDialog>
  );
}

/** Declines a request, with a message to the person. */
export function DeclineDialog({ request, onClose }: DialogProps) {
  const text = useMessages();
  const { decline } = useJoinActions();
  const names = namesOf(request);
  const [message, setMessage] = useState('');
  const declining = useMutation({
    mutationFn: () => decline(request.id, message),
    onSuccess: () => {
      notify(text('joinRequest.done.decline', names));
      onClose();
    },
  });
  return (
    <FormDialog
      title={text('joinRequest.declinePerson', names)}
      action={text('ownerRequest.decline')}
      isSending={declining.isPending}
      error={declining.error}
      onSend={() => declining.mutate()}
      onClose={onClose}
    >
      <MessageField name={names.person} value={message} onChange={setMessage} />
    </FormDialog>
  );
}

interface MessageFieldProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

function MessageField({ name, value, onChange }: MessageFieldProps) {
  const text = useMessages();
  return (
    <Field
      label={text('joinRequest.messageTo', { person: name })}
      hint={text('joinRequest.messageHint', { most: MAX_CHARACTERS })}
    >
      <Textarea
        value={value}
        maxLength={MAX_CHARACTERS}
        onChange={(_event, { value: typed }) => onChange(typed)}
      />
    </Field>
  );
}
