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
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { isTransient } from '../base/client.ts';
import { useMessages } from '../base/messages.ts';
import { Problem, Slow } from './Problem.tsx';
import { useIsSlow } from './use-is-slow.ts';
import { useReturnFocus } from './use-return-focus.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    overflowWrap: 'anywhere',
  },
  answer: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    ':empty': { display: 'none' },
  },
  danger: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': {
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
      color: tokens.colorNeutralForegroundOnBrand,
    },
  },
});

export interface FormDialogProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  /** Whether the action destroys something. */
  danger?: boolean;
  isSending: boolean;
  error: unknown;
  /** Actions that resolve the error, shown below it. */
  remedy?: ReactNode;
  canSend?: boolean;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Scrolls the answer into view when it changes: a dialog whose fields fill the window would hide it below them. */
function useShown(isSending: boolean, isSlow: boolean, error: unknown) {
  const answer = useRef<HTMLDivElement>(null);
  const isAnswered = !isSending || isSlow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error is what the answer shows
  useEffect(() => {
    if (isAnswered) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [isAnswered, error]);
  return answer;
}

/**
 * A dialog with a form: fields, the error of the last try, a retry button when a retry may help, close and submit. While
 * the form is sent the dialog stays open, unless the service does not answer.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    action,
    danger = false,
    isSending,
    error,
    remedy,
    canSend = true,
    onSend,
    onClose,
    children,
  } = props;
  useReturnFocus();
  const styles = useStyles();
  const text = useMessages();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSend && !isSending) onSend();
  };
  const isDisabled = !canSend || isSending;
  const isSlow = useIsSlow(isSending);
  const mayClose = !isSending || isSlow;
  const answer = useShown(isSending, isSlow, error);
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && mayClose && onClose()}>
      <DialogSurface>
        {/* The browser's own validation is off, because the input of a people picker is empty after a choice. */}
        <form noValidate onSubmit={send}>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.fields}>
              {children}
              <div ref={answer} className={styles.answer}>
                {error !== null && (
                  <Problem error={error} onRetry={canSend && isTransient(error) ? onSend : undefined} />
                )}
                {remedy}
                {isSlow && <Slow />}
              </div>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose} disabled={!mayClose}>
                {text('action.close')}
              </Button>
              <Button
                appearance="primary"
                type="submit"
                className={danger && !isDisabled ? styles.danger : ''}
                disabled={!canSend}
                // The disabled button keeps the focus while the form is sent.
                disabledFocusable={isSending}
              >
                {isSending ? <Spinner size="tiny" label={action} /> : action}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
