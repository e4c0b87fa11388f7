import type { Hook } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { CopyField } from '../../components/CopyField.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { SecretDialog } from '../../components/SecretDialog.tsx';

/** Opens the dialog with the new secret of a webhook. */
export const showSecret = (hook: Hook): void =>
  openDialog((close) => <HookSecretDialog hook={hook} onClose={close} />);

function HookSecretDialog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const text = useMessages();
  return (
    <SecretDialog
      title={text('hooks.secretTitle', { name: hook.name })}
      note={text('hooks.secretOnce')}
      onClose={onClose}
    >
      <CopyField label={text('hooks.secret')} value={hook.config.secret ?? ''} />
    </SecretDialog>
  );
}
