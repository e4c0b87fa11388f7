import type { Hook } from '@charter/sdk';
import {
  Body1,
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { CopyField } from '../../components/CopyField.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { useReturnFocus } from '../../components/use-return-focus.ts';

/** Opens the dialog with the new secret of a webhook. */
export const showSecret = (hook: Hook): void =>
  openDialog((close) => <SecretDialog hook={hook} onClose={close} />);

/** Shows a new secret. Only the button closes the dialog, because the service shows the secret once. */
function SecretDialog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  useReturnFocus();
  const text = useMessages();
  return (
    <Dialog open modalType="alert">
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{text('hooks.secretTitle', { name: hook.name })}</DialogTitle>
          <DialogContent>
            <CopyField label={text('hooks.secret')} value={hook.config.secret ?? ''} />
            <Body1>{text('hooks.secretOnce')}</Body1>
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              {text('hooks.secretStored')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
