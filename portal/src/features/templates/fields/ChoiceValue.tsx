import { Field, Select } from '@fluentui/react-components';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

interface ChoiceValueProps {
  label: string;
  path: Path;
  choices: readonly { value: string; label: string }[];
  absent: string;
  /** Returns the value in the manifest; undefined removes it. Default: the chosen text. */
  toValue?: (chosen: string) => unknown;
}

const asText = (chosen: string): unknown => chosen;

/** A field for a value in the manifest from a fixed list. */
export function ChoiceValue({ label, path, choices, absent, toValue = asText }: ChoiceValueProps) {
  const { value, problem, isReadOnly, set } = useValue(path);
  const written = String(value ?? absent);
  const known = choices.find((choice) => choice.value.toLowerCase() === written.toLowerCase());
  return (
    <Field label={label} {...problem}>
      <Select
        value={known?.value ?? written}
        disabled={isReadOnly}
        onChange={(_event, { value: chosen }) => set(toValue(chosen))}
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
