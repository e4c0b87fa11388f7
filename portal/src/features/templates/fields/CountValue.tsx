import { Field, SpinButton } from '@fluentui/react-components';
import { useMessages } from '../../../base/messages.ts';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

interface CountValueProps {
  label: string;
  path: Path;
  most: number;
}

/** A field for a non-negative number in the manifest. */
export function CountValue({ label, path, most }: CountValueProps) {
  const { value, problem, isReadOnly, set } = useValue(path);
  const text = useMessages();
  const count = Number(value ?? 0);
  return (
    <Field label={label} {...problem}>
      <SpinButton
        value={Number.isFinite(count) ? count : 0}
        min={0}
        max={most}
        disabled={isReadOnly}
        incrementButton={{ 'aria-label': text('count.more') }}
        decrementButton={{ 'aria-label': text('count.less') }}
        onChange={(_event, { value: chosen, displayValue }) => {
          const next = chosen ?? Number(displayValue);
          if (Number.isInteger(next)) set(next);
        }}
      />
    </Field>
  );
}
