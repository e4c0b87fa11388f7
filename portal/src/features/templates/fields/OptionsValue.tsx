import { Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useErrorsWithin, useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';
import { rowsFor } from './TextValue.tsx';

const MIN_ROWS = 3;

const split = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A field for a list of strings in the manifest, one per line. */
export function OptionsValue({
  label,
  path,
  hint,
  required = true,
}: {
  label: string;
  path: Path;
  hint: string;
  required?: boolean;
}) {
  const { value, problem, isReadOnly, set } = useValue(path);
  const [error] = useErrorsWithin(path);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const written = items.map(String).join('\n');
  // Stores the typed text, because it may have an empty line that the list does not contain.
  const [typed, setTyped] = useState(written);
  const shown = split(typed).join('\n') === written ? typed : written;
  const change = (next: string) => {
    setTyped(next);
    const lines = split(next);
    set(lines.length === 0 ? undefined : lines);
  };
  const isOfObjects = items.some((item) => typeof item === 'object');
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      {...problem}
      {...(error && { validationMessage: error.message, validationState: 'error' as const })}
    >
      <Textarea
        value={shown}
        readOnly={isReadOnly || isOfObjects}
        rows={rowsFor(shown, MIN_ROWS)}
        resize="vertical"
        onChange={(_event, { value: next }) => change(next)}
      />
    </Field>
  );
}
