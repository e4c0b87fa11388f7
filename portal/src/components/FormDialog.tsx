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
import { Problem, SlowNotice } from './Problem.tsx';
import { useIsSlow } from './use-is-slow.ts';
import { useReturnFocus } from './use-return-focus.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    overflowWrap: 'anywhere',
  },
  outcome: {
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

/**
 * Returns the ref of the outcome: the error, or the notice that the service is slow. Scrolls the outcome into view when
 * it changes, because fields that fill the window would hide it.
 */
function useOutcomeInView(isSending: boolean, isSlow: boolean, error: unknown) {
  const outcome = useRef<HTMLDivElement>(null);
  const hasOutcome = !isSending || isSlow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outcome shows the error
  useEffect(() => {
    if (hasOutcome) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [hasOutcome, error]);
  return outcome;
}

/**
 * A dialog with a form: fields, the error of the last attempt, a retry button when a retry may help, close and submit.
 * While the form is being sent, the dialog can be closed only when the service is slow.
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
  const outcome = useOutcomeInView(isSending, isSlow, error);
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && mayClose && onClose()}>
      <DialogSurface>
        {/* The browser's own validation is off, because the input of a people picker is empty after a choice. */}
        <form noValidate onSubmit={send}>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.fields}>
              {children}
              <div ref={outcome} className={styles.outcome}>
                {error !== null && (
                  <Problem error={error} onRetry={canSend && isTransient(error) ? onSend : undefined} />
                )}
                {remedy}
                {isSlow && <SlowNotice />}
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
                // The disabled button keeps the focus while the form is being sent.
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
