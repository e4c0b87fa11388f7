import type { Hook } from '@charter/sdk';
import { Button } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { HookDialog } from './HookDialog.tsx';
import { useHookActions } from './queries.ts';
import { SecretDialog } from './SecretDialog.tsx';

type Open = 'edit' | 'rotate' | 'remove' | undefined;

export function HookActions({ hook }: { hook: Hook }) {
  const text = useMessages();
  const navigate = useNavigate();
  const { activate, remove, rotate, test } = useHookActions(hook.id);
  const [open, setOpen] = useState<Open>();
  const [rotated, setRotated] = useState<Hook>();
  const close = () => setOpen(undefined);
  const failure = test.error ?? activate.error;
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
      <Button onClick={() => setOpen('edit')}>{text('action.edit')}</Button>
      <Button onClick={() => setOpen('rotate')}>{text('hooks.rotate')}</Button>
      <Button onClick={() => setOpen('remove')}>{text('action.delete')}</Button>
      {failure !== null && <Problem error={failure} />}
      {open === 'edit' && <HookDialog hook={hook} onDone={close} onClose={close} />}
      {open === 'rotate' && (
        <ConfirmDialog
          title={text('hooks.rotateTitle')}
          action={text('hooks.rotate')}
          isSending={rotate.isPending}
          error={rotate.error}
          onSend={() =>
            rotate.mutate(undefined, {
              onSuccess: (changed) => {
                close();
                setRotated(changed);
              },
            })
          }
          onClose={close}
        >
          {text('hooks.rotateDetail')}
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          danger
          title={text('hooks.deleteTitle', { name: hook.name })}
          action={text('action.delete')}
          isSending={remove.isPending}
          error={remove.error}
          onSend={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                notify(text('hooks.deleted', { name: hook.name }));
                void navigate({ to: '/hooks' });
              },
            })
          }
          onClose={close}
        >
          {text('hooks.deleteDetail')}
        </ConfirmDialog>
      )}
      {rotated && <SecretDialog hook={rotated} onClose={() => setRotated(undefined)} />}
    </>
  );
}
