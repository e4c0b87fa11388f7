import type { TeamChannel } from '@charter/sdk';
import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { problemsOf } from '../../components/problems.ts';
import { useChannelActions } from './channel-queries.ts';
import type { ChannelPermissions } from './permissions.ts';

const LONGEST_NAME = 50;

interface ChannelDialogProps {
  teamId: string;
  /** The channel to change; absent for a new one. */
  channel?: TeamChannel & { isPrimary: boolean };
  /** Allowed types of a new channel. */
  types?: ChannelPermissions['types'];
  onClose: () => void;
}

/** Types that the form offers. `shared` is not one of them, because a shared channel needs its members at creation. */
const CREATED_TYPES = ['standard', 'private'] as const;

export const isCreatableType = (type: ChannelPermissions['types'][number]): boolean =>
  CREATED_TYPES.some((offered) => offered === type);

export function ChannelDialog({ teamId, channel, types = [], onClose }: ChannelDialogProps) {
  const text = useMessages();
  const { create, update } = useChannelActions(teamId);
  const [name, setName] = useState(channel?.displayName ?? '');
  const [description, setDescription] = useState(channel?.description ?? '');
  const offered = CREATED_TYPES.filter((each) => types.includes(each));
  const [type, setType] = useState(offered[0] ?? 'standard');
  const { isPending, error } = channel === undefined ? create : update;
  const problemOf = problemsOf(error);
  const send = () => {
    const fields = { displayName: name, description: description.trim() === '' ? null : description };
    if (channel === undefined) create.mutate({ ...fields, membershipType: type }, { onSuccess: onClose });
    else update.mutate({ id: channel.id, ...fields }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={
        channel === undefined
          ? text('channels.create')
          : text('channels.editLabel', { name: channel.displayName })
      }
      action={text(channel === undefined ? 'channels.create' : 'action.save')}
      isSending={isPending}
      error={error}
      canSend={name.trim() !== ''}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={text('channels.name')}
        required
        hint={channel?.isPrimary ? text('channels.primaryHint') : ''}
        {...problemOf('displayName')}
      >
        <Input
          value={name}
          maxLength={LONGEST_NAME}
          disabled={channel?.isPrimary ?? false}
          onChange={(_event, { value }) => setName(value)}
        />
      </Field>
      <Field label={text('team.description')} {...problemOf('description')}>
        <Textarea
          value={description}
          maxLength={1024}
          onChange={(_event, { value }) => setDescription(value)}
        />
      </Field>
      {channel === undefined && (
        <Field label={text('channels.type')}>
          <Select value={type} onChange={(_event, { value }) => setType(value as typeof type)}>
            {offered.map((each) => (
              <option key={each} value={each}>
                {text(`channels.type.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </FormDialog>
  );
}
