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
import type { ReactNode } from 'react';
import { useMessages } from '../base/messages.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface SecretDialogProps {
  title: string;
  /** Says that the secret is shown once. */
  note: string;
  /** The secret, and the id that belongs to it. */
  children: ReactNode;
  onClose: () => void;
}

/** Shows a new secret. Only the button closes the dialog, because the service shows the secret once. */
export function SecretDialog({ title, note, children, onClose }: SecretDialogProps) {
  useReturnFocus();
  const text = useMessages();
  return (
    <Dialog open modalType="alert">
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>
            {children}
            <Body1>{note}</Body1>
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
