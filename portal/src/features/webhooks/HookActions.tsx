import type { Hook } from '@charter/sdk';
import { Body1, Button, Checkbox } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { HookDialog } from './HookDialog.tsx';
import { showSecret } from './HookSecretDialog.tsx';
import { useWebhookActions } from './queries.ts';

export function HookActions({ hook }: { hook: Hook }) {
  const text = useMessages();
  const { activate, test } = useWebhookActions(hook.id);
  const failure = test.error ?? activate.error;
  const edit = () => openDialog((close) => <HookDialog hook={hook} onDone={close} onClose={close} />);
  const rotate = () => openDialog((close) => <RotateDialog hook={hook} onClose={close} />);
  const remove = () => openDialog((close) => <DeleteDialog hook={hook} onClose={close} />);
  return (
    <>
      <Button
        disabled={!hook.active}
        disabledFocusable={test.isPending}
        onClick={() => test.mutate(undefined, { onSuccess: () => notify(text('hooks.tested')) })}
      >
        {text('hooks.test')}
      </Button>
      <Button disabledFocusable={activate.isPending} onClick={() => activate.mutate(!hook.active)}>
        {text(hook.active ? 'hooks.disable' : 'hooks.enable')}
      </Button>
      <Button onClick={edit}>{text('action.edit')}</Button>
      <Button onClick={rotate}>{text('hooks.rotate')}</Button>
      <Button onClick={remove}>{text('action.delete')}</Button>
      {failure !== null && <Problem error={failure} />}
    </>
  );
}

interface HookDialogProps {
  hook: Hook;
  onClose: () => void;
}

/** Rotates the secret after a confirmation, and shows the new one. */
function RotateDialog({ hook, onClose }: HookDialogProps) {
  const text = useMessages();
  const { rotate } = useWebhookActions(hook.id);
  const [hasLeaked, setLeaked] = useState(false);
  return (
    <ConfirmDialog
      title={text('hooks.rotateTitle')}
      action={text('hooks.rotate')}
      isSending={rotate.isPending}
      error={rotate.error}
      onSend={() => rotate.mutate(hasLeaked, { onSuccess: showSecret })}
      onClose={onClose}
    >
      <Body1 as="p" block>
        {text(hasLeaked ? 'hooks.rotateAtOnce' : 'hooks.rotateDetail')}
      </Body1>
      <Checkbox
        label={text('hooks.hasLeaked')}
        checked={hasLeaked}
        onChange={(_event, { checked }) => setLeaked(checked === true)}
      />
    </ConfirmDialog>
  );
}

function DeleteDialog({ hook, onClose }: HookDialogProps) {
  const text = useMessages();
  const navigate = useNavigate();
  const { remove } = useWebhookActions(hook.id);
  const send = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notify(text('hooks.deleted', { name: hook.name }));
        void navigate({ to: '/hooks' });
      },
    });
  return (
    <ConfirmDialog
      danger
      title={text('hooks.deleteTitle', { name: hook.name })}
      action={text('action.delete')}
      isSending={remove.isPending}
      error={remove.error}
      onSend={send}
      onClose={onClose}
    >
      {text('hooks.deleteDetail')}
    </ConfirmDialog>
  );
}
