import type { App, AppCredentials } from '@charter/sdk';
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { expiryOn } from '../../base/expiry.ts';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { SecretDialog } from '../../components/SecretDialog.tsx';
import { type AppSecret, useAppActions } from './queries.ts';

/** Opens the dialog with the id and the new secret of an app. */
export const showCredentials = (credentials: AppCredentials): void =>
  openDialog((close) => <CredentialsDialog credentials={credentials} onClose={close} />);

function CredentialsDialog({ credentials, onClose }: { credentials: AppCredentials; onClose: () => void }) {
  const text = useMessages();
  return (
    <SecretDialog
      title={text('apps.credentials', { name: credentials.displayName })}
      note={text('apps.secretOnce')}
      onClose={onClose}
    >
      <CopyField label={text('apps.id')} value={credentials.appId} />
      <CopyField label={text('apps.secret')} value={credentials.secret} />
    </SecretDialog>
  );
}

/** Adds a secret with a name and an expiry, and shows it. */
export function AddSecretDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const text = useMessages();
  const { addSecret } = useAppActions(app.id);
  const [name, setName] = useState('');
  const [end, setEnd] = useState('');
  const send = () =>
    addSecret.mutate(
      {
        ...(name.trim() !== '' && { displayName: name.trim() }),
        ...expiryOn(end),
      },
      { onSuccess: showCredentials },
    );
  return (
    <FormDialog
      title={text('apps.addSecret')}
      action={text('apps.addSecret')}
      isSending={addSecret.isPending}
      error={addSecret.error}
      canSend
      onSend={send}
      onClose={onClose}
    >
      <Field label={text('apps.secretName')} hint={text('apps.secretNameHint')}>
        <Input value={name} onChange={(_event, { value }) => setName(value)} />
      </Field>
      <Field label={text('apps.expires')} hint={text('apps.expiresHint')}>
        <Input type="date" value={end} onChange={(_event, { value }) => setEnd(value)} />
      </Field>
    </FormDialog>
  );
}

interface RemoveSecretDialogProps {
  app: App;
  secret: AppSecret;
  name: string;
  onClose: () => void;
}

export function RemoveSecretDialog({ app, secret, name, onClose }: RemoveSecretDialogProps) {
  const text = useMessages();
  const { removeSecret } = useAppActions(app.id);
  const onSuccess = () => {
    notify(text('apps.secretRemoved', { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      danger
      title={text('apps.removeSecret', { name })}
      action={text('action.remove')}
      isSending={removeSecret.isPending}
      error={removeSecret.error}
      onSend={() => removeSecret.mutate(secret.id, { onSuccess })}
      onClose={onClose}
    >
      {text('apps.removeSecretDetail')}
    </ConfirmDialog>
  );
}
