import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../base/messages.ts';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';

type ConfirmDialogProps = FormDialogProps & {
  /** Text that the person must type before the button is enabled. */
  typed?: string;
};

/** Asks for confirmation of an action that can't be undone. The children describe its effects. */
export function ConfirmDialog({ typed: wanted, canSend = true, children, ...dialog }: ConfirmDialogProps) {
  const text = useMessages();
  const [typed, setTyped] = useState('');
  return (
    <FormDialog {...dialog} canSend={canSend && (wanted === undefined || typed.trim() === wanted.trim())}>
      <div>{children}</div>
      {wanted !== undefined && (
        <Field label={text('confirm.type', { name: wanted })}>
          <Input value={typed} autoComplete="off" onChange={(_event, { value }) => setTyped(value)} />
        </Field>
      )}
    </FormDialog>
  );
}
