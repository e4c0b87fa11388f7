import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../app/messages.ts';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';

type ConfirmDialogProps = Omit<FormDialogProps, 'canSend'> & {
  /** Text that the person has to type before the action can be sent. */
  typed?: string;
};

/** Asks before an action that can't be undone. The children say what will happen. */
export function ConfirmDialog({ typed: wanted, children, ...dialog }: ConfirmDialogProps) {
  const text = useMessages();
  const [typed, setTyped] = useState('');
  return (
    <FormDialog {...dialog} canSend={wanted === undefined || typed.trim() === wanted.trim()}>
      <div>{children}</div>
      {wanted !== undefined && (
        <Field label={text('confirm.type', { name: wanted })}>
          <Input value={typed} autoComplete="off" onChange={(_event, { value }) => setTyped(value)} />
        </Field>
      )}
    </FormDialog>
  );
}
