import { Field, Select } from '@fluentui/react-components';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

interface ChoiceValueProps {
  label: string;
  path: Path;
  choices: readonly { value: string; label: string }[];
  absent: string;
  /** Whether the value in the manifest is a number. */
  isNumber?: boolean;
}

/** A value of the manifest from a fixed list. */
export function ChoiceValue({ label, path, choices, absent, isNumber = false }: ChoiceValueProps) {
  const { value, problem, isReadOnly, set } = useValue(path);
  const written = String(value ?? absent);
  const known = choices.find((choice) => choice.value.toLowerCase() === written.toLowerCase());
  return (
    <Field label={label} {...problem}>
      <Select
        value={known?.value ?? written}
        disabled={isReadOnly}
        onChange={(_event, { value: chosen }) => set(isNumber ? Number(chosen) : chosen)}
      >
        {known === undefined && <option value={written}>{written}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
