import type { Approval } from '@charter/sdk';
import { Checkbox, Field, Input, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../app/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { type Updates, useDecide } from './queries.ts';

/** Approves the request, with changes where the approver makes some. */
export function ApproveDialog({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const text = useMessages();
  const decide = useDecide(approval);
  const { team } = approval.request;
  const asked = {
    name: team.name,
    description: team.description ?? '',
    welcomeMessage: team.welcomeMessage ?? '',
  };
  const [message, setMessage] = useState('');
  const [withChanges, setWithChanges] = useState(false);
  const [changed, setChanged] = useState(asked);
  const updates = withChanges ? differencesOf(asked, changed) : {};
  const send = () =>
    decide.mutate(
      {
        kind: 'approve',
        stage: approval.stage,
        ...(message && { message }),
        ...(Object.keys(updates).length > 0 && { updates }),
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={text('decide.approveTitle', { name: team.name })}
      action={text('decide.approve')}
      isSending={decide.isPending}
      error={decide.error}
      canSend={!withChanges || changed.name.trim() !== ''}
      onSend={send}
      onClose={onClose}
    >
      <Checkbox
        label={text('decide.withChanges')}
        checked={withChanges}
        onChange={(_event, { checked }) => setWithChanges(checked === true)}
      />
      {withChanges && (
        <>
          <Field label={text('team.name')} required>
            <Input
              value={changed.name}
              maxLength={128}
              onChange={(_event, { value }) => setChanged({ ...changed, name: value })}
            />
          </Field>
          <Field label={text('team.description')}>
            <Textarea
              value={changed.description}
              maxLength={1024}
              onChange={(_event, { value }) => setChanged({ ...changed, description: value })}
            />
          </Field>
          <Field label={text('team.welcomeMessage')}>
            <Textarea
              value={changed.welcomeMessage}
              maxLength={2048}
              onChange={(_event, { value }) => setChanged({ ...changed, welcomeMessage: value })}
            />
          </Field>
        </>
      )}
      <Field label={text('decide.message')}>
        <Textarea value={message} maxLength={2048} onChange={(_event, { value }) => setMessage(value)} />
      </Field>
    </FormDialog>
  );
}

type Fields = Required<Updates>;

const differencesOf = (asked: Fields, changed: Fields): Updates =>
  Object.fromEntries(
    Object.entries(changed).filter(([key, value]) => value !== asked[key as keyof Fields]),
  ) as Updates;
