import { Caption1, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';

const useStyles = makeStyles({
  choices: { border: 0, margin: 0, padding: 0, minWidth: 0 },
  legend: { padding: 0 },
  hint: { color: tokens.colorNeutralForeground3 },
});

interface CheckboxesProps {
  label: string;
  hint: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** A choice of several values as checkboxes. A Field would give all of them the same id. */
export function Checkboxes({ label, hint, choices, chosen, onChange }: CheckboxesProps) {
  const styles = useStyles();
  const described = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={described}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value}>
          <Checkbox
            label={choice.label}
            checked={chosen.includes(choice.value)}
            onChange={(_event, { checked }) =>
              onChange([
                ...chosen.filter((other) => other !== choice.value),
                ...(checked === true ? [choice.value] : []),
              ])
            }
          />
        </div>
      ))}
      <Caption1 id={described} className={styles.hint}>
        {hint}
      </Caption1>
    </fieldset>
  );
}
