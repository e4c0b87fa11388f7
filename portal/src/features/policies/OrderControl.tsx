import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { type MessageId, useMessages } from '../../base/messages.ts';

const useStyles = makeStyles({
  group: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  legend: { padding: 0, marginBottom: tokens.spacingVerticalXS },
  places: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalS },
});

interface OrderControlProps {
  label: string;
  choices: readonly string[];
  /** The selected choices in their order, one per line. */
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** Lets the person select choices in an order, with one field for each position. */
export function OrderControl({ label, choices, value, problem, onChange }: OrderControlProps) {
  const styles = useStyles();
  const text = useMessages();
  const chosen = value === '' ? [] : value.split('\n');
  const places = Math.min(choices.length, chosen.length + 1);
  /** A choice that is already selected swaps positions with the one that it replaces. */
  const put = (place: number, choice: string) => {
    const next = [...chosen];
    const from = next.indexOf(choice);
    if (choice !== '' && from >= 0) next[from] = chosen[place] ?? '';
    next[place] = choice;
    onChange(next.filter((each) => each !== '').join('\n'));
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.places}>
        {Array.from({ length: places }, (_, index) => (
          <Field
            key={String(index)}
            label={text('policies.place', { place: index + 1 })}
            {...(index === 0 && problem !== undefined && { validationMessage: problem })}
          >
            <Select value={chosen[index] ?? ''} onChange={(_event, data) => put(index, data.value)}>
              <option value="">{text('policies.nobody')}</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {text(`policies.choice.${choice}` as MessageId)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
