import { Field, Input, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useValue } from '../manifest-form.ts';
import type { Path } from '../manifest-text.ts';

const useStyles = makeStyles({ code: { fontFamily: tokens.fontFamilyMonospace } });

interface TextValueProps {
  label: string;
  path: Path;
  hint?: string;
  required?: boolean;
  /** Rows of a multi-line text. */
  rows?: number;
  /** Whether the text is a convention or a rule. */
  isCode?: boolean;
  isFixed?: boolean;
}

const MAX_ROWS = 10;
const LETTERS_IN_A_ROW = 48;

/** Returns the number of rows that show the text, within bounds. */
export function rowsFor(text: string, least: number): number {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / LETTERS_IN_A_ROW)));
  return Math.min(
    MAX_ROWS,
    Math.max(
      least,
      lines.reduce((sum, count) => sum + count, 0),
    ),
  );
}

/** Returns a scalar, or a list of scalars, as a text. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? '' : String(value ?? '');
}

/** A field for a text in the manifest. An empty text removes the value, unless it is required. */
export function TextValue({
  label,
  path,
  hint,
  required = false,
  rows,
  isCode = false,
  isFixed = false,
}: TextValueProps) {
  const styles = useStyles();
  const { value, problem, isReadOnly, set } = useValue(path);
  const written = textOf(value);
  const shown = {
    value: written,
    readOnly: isReadOnly || isFixed,
    spellCheck: !isCode,
    onChange: (_event: unknown, { value: typed }: { value: string }) =>
      set(typed === '' && !required ? undefined : typed),
  };
  return (
    <Field label={label} hint={hint ?? ''} required={required} {...problem}>
      {rows === undefined ? (
        <Input {...shown} />
      ) : (
        <Textarea
          {...shown}
          rows={rowsFor(written, rows)}
          resize="vertical"
          textarea={{ className: isCode ? styles.code : '' }}
        />
      )}
    </Field>
  );
}
