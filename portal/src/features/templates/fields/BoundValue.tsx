import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

interface BoundValueProps {
  label: string;
  path: Path;
  isDate: boolean;
}

/** Returns the value in the manifest. A text that is not a number stays a text, which the service rejects. */
function boundOf(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A field for a minimum or maximum in the manifest: a number or a date. */
export function BoundValue({ label, path, isDate }: BoundValueProps) {
  const { value, problem, isReadOnly, set } = useValue(path);
  const written = value === undefined || value === null ? '' : String(value);
  // Stores the typed text, because the number 1.0 would be shown as "1".
  const [typed, setTyped] = useState(written);
  const shown = String(boundOf(typed) ?? '') === written ? typed : written;
  const change = (next: string) => {
    setTyped(next);
    set(boundOf(next));
  };
  return (
    <Field label={label} {...problem}>
      <Input
        type={isDate ? 'date' : 'text'}
        {...(!isDate && { inputMode: 'decimal' as const })}
        value={shown}
        readOnly={isReadOnly}
        onChange={(_event, { value: next }) => change(next)}
      />
    </Field>
  );
}
