import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import type { FormEvent, ReactNode } from 'react';
import { useMessages } from '../../app/messages.ts';
import { Problem } from '../../components/Problem.tsx';

const useStyles = makeStyles({
  fields: { display: 'grid', gap: tokens.spacingVerticalM },
});

interface DecisionDialogProps {
  title: string;
  /** Label of the button that sends the decision. */
  action: string;
  isSending: boolean;
  error: unknown;
  canSend?: boolean;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of each decision's dialog: fields, the error of the last try, and the two buttons. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, action, isSending, error, canSend = true, onSend, onClose, children } = props;
  const styles = useStyles();
  const text = useMessages();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSend && !isSending) onSend();
  };
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && !isSending && onClose()}>
      <DialogSurface>
        <form onSubmit={send}>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.fields}>
              {children}
              {error !== null && <Problem error={error} />}
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose} disabled={isSending}>
                {text('action.close')}
              </Button>
              <Button appearance="primary" type="submit" disabled={!canSend || isSending}>
                {isSending ? <Spinner size="tiny" label={action} /> : action}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
