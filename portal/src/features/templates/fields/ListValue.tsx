import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

const split = (typed: string): string[] =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** A field for a list of words in the manifest, separated by commas. */
export function ListValue({ label, path, hint }: { label: string; path: Path; hint?: string }) {
  const { value, problem, isReadOnly, set } = useValue(path);
  const written = Array.isArray(value) ? value.join(', ') : '';
  // Stores the typed text, because it may end with a comma that the list does not contain.
  const [typed, setTyped] = useState(written);
  const shown = split(typed).join(', ') === written ? typed : written;
  const change = (next: string) => {
    setTyped(next);
    const words = split(next);
    set(words.length === 0 ? undefined : words);
  };
  return (
    <Field label={label} hint={hint ?? ''} {...problem}>
      <Input value={shown} readOnly={isReadOnly} onChange={(_event, { value: next }) => change(next)} />
    </Field>
  );
}
