import { CharterApiError } from '@charter/sdk';
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useMessages } from '../base/messages.ts';

/** Whether somebody else has saved first. */
export const isConflict = (error: unknown): boolean =>
  error instanceof CharterApiError && (error.status === 409 || error.status === 412);

interface ConflictBarProps {
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}

/** Says that somebody else has saved first, and offers to save the person's input or to load the other version. */
export function ConflictBar({ onSaveMine, onTakeTheirs }: ConflictBarProps) {
  const text = useMessages();
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{text('conflict.detail')}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={onSaveMine}>{text('conflict.saveMine')}</Button>
        <Button onClick={onTakeTheirs}>{text('conflict.takeTheirs')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
