import type { TeamChannel } from '@charter/sdk';
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { problemsOf } from '../../components/problems.ts';
import { useChannelActions } from './channel-queries.ts';

const LONGEST_NAME = 128;
const LONGEST_ADDRESS = 2048;

/** Adds a web page to a channel as a tab. Tabs of other apps are set up in Microsoft Teams. */
export function AddTabDialog(props: { teamId: string; channel: TeamChannel; onClose: () => void }) {
  const { teamId, channel, onClose } = props;
  const text = useMessages();
  const { addTab } = useChannelActions(teamId);
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const problemOf = problemsOf(addTab.error);
  const isAddress = URL.canParse(address) && new URL(address).protocol === 'https:';
  const isWrong = address !== '' && address !== 'https://'.slice(0, address.length) && !isAddress;
  const send = () =>
    addTab.mutate(
      { channelId: channel.id, displayName: name.trim(), address },
      {
        onSuccess: () => {
          notify(text('tabs.added', { name: name.trim() }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={text('tabs.addLabel', { name: channel.displayName })}
      action={text('tabs.add')}
      isSending={addTab.isPending}
      error={addTab.error}
      canSend={name.trim() !== '' && isAddress}
      onSend={send}
      onClose={onClose}
    >
      <Field label={text('channels.name')} required {...problemOf('displayName')}>
        <Input value={name} maxLength={LONGEST_NAME} onChange={(_event, { value }) => setName(value)} />
      </Field>
      <Field
        label={text('tabs.address')}
        required
        {...(isWrong && { validationMessage: text('tabs.addressWrong') })}
        {...problemOf('configuration')}
      >
        <Input
          type="url"
          value={address}
          maxLength={LONGEST_ADDRESS}
          placeholder="https://"
          onChange={(_event, { value }) => setAddress(value)}
        />
      </Field>
    </FormDialog>
  );
}
