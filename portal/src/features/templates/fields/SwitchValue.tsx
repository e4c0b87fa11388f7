import { Field, Switch } from '@fluentui/react-components';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

interface SwitchValueProps {
  label: string;
  path: Path;
  hint?: string;
  /** Value when the manifest has none. */
  absent: boolean;
}

/** A switch for a boolean in the manifest. */
export function SwitchValue({ label, path, hint, absent }: SwitchValueProps) {
  const { value, problem, isReadOnly, set } = useValue(path);
  const isOn = value === undefined || value === null ? absent : String(value).toLowerCase() === 'true';
  return (
    <Field hint={hint ?? ''} {...problem}>
      <Switch
        label={label}
        checked={isOn}
        disabled={isReadOnly}
        onChange={(_event, { checked }) => set(checked)}
      />
    </Field>
  );
}
